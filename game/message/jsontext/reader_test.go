package jsontext

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestReaderAgainstTheStandard reads texts, good and bad, as encoding/json does.
func TestReaderAgainstTheStandard(t *testing.T) {
	for _, text := range []string{
		`0`, `-0`, `00`, `-`, `1.`, `.5`, `1.5e`, `1.5e+10`, `1E-2`, `--1`, `+1`, `0x1`,
		`""`, `"a`, `"\"`, `"\\"`, `"\u12"`, `"\u12G4"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\ude00\ud83d"`, `"\ud83dx"`, `"\q"`, "\"\t\"", `"é/\/\b\f\n\r\t"`,
		`[]`, `[1]`, `[1,]`, `[,1]`, `[1 2]`, ` [ 1 , 2 ] `, `{}`, `{"a":1}`, `{"a":1,}`, `{"a"}`, `{a:1}`, `{"a":{"b":[{}]}}`, `{"a":1,"a":2}`,
		`true`, `false`, `null`, `tru`, `nul`, `nulll`, ``, ` `, `1 2`, `{} {}`, `"a" "b"`,
		strings.Repeat("[", MaxNesting) + strings.Repeat("]", MaxNesting),
	} {
		r := Reader{Text: text}
		value := r.value(0)
		ok := value != "" && r.IsAtEnd()
		if ok != json.Valid([]byte(text)) {
			t.Errorf("%q: read %t, the standard %t", text, ok, !ok)
		}
		var want string
		if ok && value[0] == '"' && json.Unmarshal([]byte(text), &want) == nil && Unquote(value) != want {
			t.Errorf("%s says %q, the standard %q", text, Unquote(value), want)
		}
	}
	r := Reader{Text: strings.Repeat("[", MaxNesting+1) + strings.Repeat("]", MaxNesting+1)}
	if r.value(0) != "" {
		t.Error("there is no bound to nesting")
	}
}
