package cli

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/report"
	"github.com/spf13/cobra"
)

// NoJSON annotates a command that has no output in JSON with what to do instead.
const NoJSON = "no JSON"

// AsJSON reports whether --json was given.
func AsJSON(cmd *cobra.Command) bool {
	on, err := cmd.Flags().GetBool("json")
	return err == nil && on
}

// Answer writes the answer of a command: as JSON, or for people.
func Answer(cmd *cobra.Command, value any, text string) {
	if w := cmd.OutOrStdout(); AsJSON(cmd) {
		WriteJSON(w, value)
	} else {
		fmt.Fprint(w, text)
	}
}

// WriteJSON writes one value on a line. The output notices a write that fails.
func WriteJSON(w io.Writer, v any) {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	_ = e.Encode(v)
}

// MakeReport looks at a line with an engine, and shows how far it is.
func MakeReport(cmd *cobra.Command, t *game.Tree, line report.Line) (*report.Report, error) {
	looker, err := report.NewLooker()
	if err != nil {
		return nil, err
	}
	bar := NewBar(cmd, "judging", int64(len(line.End.Line())+1))
	defer bar.Done()
	return report.Make(t, line, looker.Looking(cmd.Context()), func() { bar.Add(1) })
}
