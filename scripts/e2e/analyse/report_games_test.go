package analyse

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
)

// reportShown is JavaScript for the report as the command line prints it: a table of numbers,
// and the moments, a line each.
const reportShown = `((named) => [
	...[...document.querySelectorAll("#report-rows tr")].map((row) => [...row.cells].map((cell) => cell.textContent).join(" ")),
	...[...document.querySelectorAll("#moments button")].filter((moment) => moment.querySelector("b")).map((moment) => "Turning point: " + named(moment)),
	...[...document.querySelectorAll("#moments button")].map((moment) => {
		const why = moment.querySelector("small").textContent;
		return named(moment) + " " + why[0].toLowerCase() + why.slice(1);
	}),
].join("\n"))((moment) => moment.querySelector("span").textContent.trim() + moment.querySelector(".glyph").textContent + / by (White|Black)/.exec(moment.textContent)[0])`

// The reports of the ten games of a file are those of the command line, word by word.
func TestReportsOfGames(t *testing.T) {
	command := filepath.Join(t.TempDir(), "banchess")
	if out, err := exec.Command("go", "build", "-o", command, "../../../game/cmd/banchess").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	const file = "../../../game/report/testdata/games.pgn"
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	games := strings.Split(string(content), "\n\n[Event ")
	if len(games) != 10 {
		t.Fatalf("%d games", len(games))
	}
	if !e2e.IsLong() {
		games = games[:3]
	}
	p := e2e.Open(t, e2e.Visit{Browser: e2e.Start(t, "disable-gpu-compositing")}).Ready()
	moments := 0
	for i, pgn := range games {
		if i > 0 {
			pgn = "[Event " + pgn
		}
		p.Give(pgn)
		p.Await(e2e.SharedPGN + ".includes('[Round \"" + strconv.Itoa(i+1) + "\"]')")
		p.Press("#mode-analyse")
		p.Reported("off")
		p.Report()
		p.Await("document.body.dataset.report === 'running' || document.body.dataset.report === 'done'")
		for p.Text("document.body.dataset.report") == "running" {
			at := p.Text("document.getElementById('report-progress').value")
			p.Await("document.body.dataset.report !== 'running' || document.getElementById('report-progress').value != " + at)
		}
		p.Reported("done")
		got := p.Text(reportShown)

		report := exec.Command(command, "report", "--game", strconv.Itoa(i+1), file)
		report.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
		out, err := report.Output()
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, line := range strings.Split(string(out), "\n")[4:] { // after the heads
			if line = strings.Join(strings.Fields(line), " "); line != "" && line != "No mistakes." {
				want = append(want, line)
			}
		}
		if want := strings.Join(want, "\n"); got != want {
			t.Errorf("game %d is reported as\n%s\nwant\n%s", i+1, got, want)
		}
		moments += len(want) - 2
	}
	if moments < 3*len(games) {
		t.Errorf("only %d moments", moments)
	}
}
