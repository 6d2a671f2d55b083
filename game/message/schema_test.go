package message_test

import (
	"bytes"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message"
)

// definitions compiles parts of the schema, each once.
var definitions = sync.OnceValue(func() map[string]*jsonschema.Schema {
	const url = "schema.json"
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(message.Schema()))
	if err != nil {
		panic(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(url, doc); err != nil {
		panic(err)
	}
	parts := map[string]*jsonschema.Schema{"": compiler.MustCompile(url)}
	for name := range doc.(map[string]any)["$defs"].(map[string]any) {
		parts[name] = compiler.MustCompile(url + "#/$defs/" + name)
	}
	return parts
})

// validate checks a message against a part of the schema.
func validate(part string, message []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(message))
	if err != nil {
		return err
	}
	return definitions()[part].Validate(v)
}

// enum returns the words of an enumeration in the schema.
func enum(part string) []string {
	var words []string
	for _, v := range definitions()[part].Enum.Values {
		words = append(words, v.(string))
	}
	return words
}

// TestSchemaIsASchema checks the document against the meta-schema.
func TestSchemaIsASchema(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(message.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	meta := jsonschema.NewCompiler().MustCompile("https://json-schema.org/draft/2020-12/schema")
	if err := meta.Validate(doc); err != nil {
		t.Error(err)
	}
}

// TestSchemaListsReasons holds the schema's endings against the rules'.
func TestSchemaListsReasons(t *testing.T) {
	var reasons []string
	for _, r := range game.Reasons() {
		reasons = append(reasons, string(r))
	}
	if got := enum("end_reason"); strings.Join(got, " ") != strings.Join(reasons, " ") {
		t.Errorf("schema has %v\ngame has %v", got, reasons)
	}
}
