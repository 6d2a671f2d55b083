package message_test

import (
	"bytes"
	"encoding/json"
	"os"
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

// The schema knows the code of whatever the rules refuse in a new game: each text of their table
// of errors is sent as the FEN, the PGN or the history that it is.
func TestSchemaListsCodesOfNewGames(t *testing.T) {
	table, err := os.ReadFile("../testdata/errors.txt")
	if err != nil {
		t.Fatal(err)
	}
	sent := 0
	for row := range strings.Lines(string(table)) {
		how, text, _ := strings.Cut(strings.TrimSuffix(row, "\n"), " ")
		request := map[string]any{"message_type": "new_game"}
		switch how {
		case "fen":
			request["fen"] = text
		case "pgn":
			request["pgn"] = strings.ReplaceAll(text, `\n`, "\n")
		case "input", "action":
			request["history"] = []string{text[strings.LastIndexByte(text, ' ')+1:]}
		default:
			continue
		}
		line, err := json.Marshal(request)
		if err != nil {
			t.Fatal(err)
		}
		sent++
		if reply := newClient(t, nil).s.Answer(t.Context(), line); validate("reply", reply) != nil {
			t.Errorf("%s is answered %s", line, reply)
		}
	}
	if sent < 100 {
		t.Errorf("%d texts were sent", sent)
	}
}
