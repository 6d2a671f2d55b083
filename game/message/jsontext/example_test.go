package jsontext_test

import (
	"fmt"

	"github.com/banchess/banchess/game/message/jsontext"
)

func ExampleWriter() {
	var w jsontext.Writer
	w.Object(func() {
		w.Key("ply").Int(3)
		w.Key("over").Bool(false)
		w.Key("said").String("a \"ban\"")
		w.Key("bans").Strings([]string{"e2e4", "d2d4"})
		w.Key("ban").Null()
		w.Key("raw").Raw(`{"as":"it is"}`)
	})
	fmt.Println(string(w.Text()))
	// Output: {"ply":3,"over":false,"said":"a \"ban\"","bans":["e2e4","d2d4"],"ban":null,"raw":{"as":"it is"}}
}
