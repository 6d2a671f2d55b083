package measure

import (
	"slices"
	"strings"
	"testing"
)

const output = `goos: linux
BenchmarkPerft/banchess-2         	      10	 200000000 ns/op	 10 B/op
BenchmarkPerft/peer=notnil-2      	       1	1000000000 ns/op
BenchmarkAlone                    	 1000000	      12.5 ns/op
BenchmarkDeep/fen/short-16        	    1000	      1500 ns/op
BenchmarkHeld/late-2              	       1	  41000000 bytes
BenchmarkHeld/peer=early-2        	       1	  40180000 bytes
BenchmarkStill/page-2             	       1	         0 frames
BenchmarkStill/peer=limit-2       	       1	         1.000 frames
PASS
ok  	example.com/m	3.2s
`

func TestTable(t *testing.T) {
	now, err := Parse(strings.NewReader(output))
	if err != nil {
		t.Fatal(err)
	}
	verdicts := Check(now, []Budget{{Name: "Perft/banchess", Least: 6}, {Name: "Still/page", Least: 1}})
	for _, tt := range []struct {
		name   string
		before []Result
		want   []string
	}{
		{"alone", nil, []string{
			"| what | benchmark | takes | against a peer | budget |\n|",
			"|  | `Perft/banchess` | 200.0 ms | 5.00 × notnil | 6.00 ×, OVER |\n",
			"|  | `Perft/peer=notnil` | 1.00 s |  |  |\n",
			"|  | `Alone` | 12.5 ns |  |  |\n",
			"|  | `Deep/fen/short` | 1.5 µs |  |  |\n",
			"|  | `Held/late` | 41.00 MB | 0.98 × early |  |\n",
			"|  | `Still/page` | 0 frames | none × limit | 1.00 ×, held |\n",
		}},
		{"against a base", []Result{{Name: "Perft/banchess", Amount: 300e6}}, []string{
			"|  | `Perft/banchess` | 200.0 ms | 5.00 × notnil | 1.50 × | 6.00 ×, OVER |\n",
			"|  | `Alone` | 12.5 ns |  | new |  |\n",
		}},
	} {
		table := Table(now, tt.before, verdicts)
		for _, want := range tt.want {
			if !strings.Contains(table, want) {
				t.Errorf("%s: no %q in\n%s", tt.name, want, table)
			}
		}
	}
}

func TestParseIgnoresTheRest(t *testing.T) {
	results, err := Parse(strings.NewReader("BenchmarkBroken-2 FAIL\n--- BENCH: BenchmarkX\n"))
	if err != nil || len(results) != 0 {
		t.Errorf("%v, %v", results, err)
	}
}

func TestCheck(t *testing.T) {
	now, err := Parse(strings.NewReader(output))
	if err != nil {
		t.Fatal(err)
	}
	verdicts := Check(now, []Budget{
		{Name: "Perft/banchess", Least: 5}, {Name: "Perft/banchess", Least: 5.1, Without: "no peer"}, {Name: "Held/late", Least: 0.95}, {Name: "Alone", Least: 1},
		{Name: "Still/page", Least: 1, Limit: true}, {Name: "Nowhere", Least: 1}, {Name: "Nowhere", Least: 1, Without: "it is not here"},
	})
	var held []bool
	for _, v := range verdicts {
		held = append(held, v.Held)
	}
	if want := []bool{true, false, true, false, true, false, false}; !slices.Equal(held, want) {
		t.Errorf("held: %v, want %v: %+v", held, want, verdicts)
	}
	if left, want := leftOut(verdicts), []string{"Nowhere: it is not here"}; !slices.Equal(left, want) {
		t.Errorf("left out: %q, want %q", left, want)
	}
	if got, err := Sums(verdicts); err == nil || got != "1 of 1 limits of time held, which this machine has a part in\n2 of 5 budgets held, 1 left out\n" {
		t.Errorf("the sums are %q, %v", got, err)
	}
	text, err := JSON(now, verdicts)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := ReadJSON(text); err != nil || len(again) != len(now) || again[0] != now[0] || again[4] != now[4] || again[7] != now[7] {
		t.Errorf("read back: %+v, %v", again, err)
	}
	for _, want := range []string{`"ratio": 5`, `"peer": "notnil"`, `"bytes": 41000000`, `"frames": 1`, `"said": "Perft/banchess: 5.00 × notnil, at least 5.10"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

// An action in a room may take four times as long as an echo, and not longer.
func TestBudgetOfRooms(t *testing.T) {
	budgets := slices.DeleteFunc(slices.Clone(Budgets), func(b Budget) bool { return !strings.HasPrefix(b.Name, "Rooms/") })
	for amount, want := range map[float64]bool{399: true, 401: false} {
		verdicts := Check([]Result{{"Rooms/median/banchess", amount, Nanoseconds}, {"Rooms/median/peer=echo", 100, Nanoseconds}}, budgets)
		if len(verdicts) != 1 || verdicts[0].Held != want {
			t.Errorf("%v times an echo: %+v", amount/100, verdicts)
		}
	}
}

func TestEveryBudgetHasWords(t *testing.T) {
	for _, b := range Budgets {
		if Words(b.Name) == "" {
			t.Errorf("nothing says what %s is", b.Name)
		}
	}
}

func TestPage(t *testing.T) {
	now, err := Parse(strings.NewReader(output))
	if err != nil {
		t.Fatal(err)
	}
	verdicts := Check(now, []Budget{{Name: "Perft/banchess", Least: 5}, {Name: "Held/late", Least: 1}, {Name: "Nowhere", Least: 1, Without: "it is not here"}})
	page := Page(now, verdicts, "a machine", "a command", "# Old\n\n## Hot spots\n\nWritten by people.\n")
	for _, want := range []string{
		"\n    a command\n\non a machine.\n", "| `Perft/banchess` | 200.0 ms | 5.00 × notnil | 5.00 ×, held |\n",
		"\n    1 of 2 budgets held, 1 left out\n\nLeft out:\n\n- Nowhere: it is not here\n\n## Hot spots\n\nWritten by people.\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	if again := Page(now, verdicts, "a machine", "a command", page); again != page {
		t.Errorf("written again it is\n%s", again)
	}
}

func TestTelling(t *testing.T) {
	var results []Result
	for _, row := range telling {
		if _, err := Telling(results); err == nil {
			t.Errorf("without %s there is no error", row.name)
		}
		group := row.name[:strings.LastIndexByte(row.name, '/')]
		results = append(results, Result{row.name, 10, Nanoseconds}, Result{group + "/peer=notnil", 1234, Nanoseconds})
	}
	rows, err := Telling(results)
	if want := "| 123 × as fast as notnil/chess | `go run ./scripts bench --run Kiwipete` |\n"; err != nil || !strings.Contains(rows, want) {
		t.Errorf("%v, no %q in\n%s", err, want, rows)
	}
	if got, err := Between("a\n"+Begin+"old"+End+"b", rows); err != nil || got != "a\n"+Begin+rows+End+"b" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := Between("a\n"+Begin, rows); err == nil {
		t.Error("a text without the end mark is replaced")
	}
}
