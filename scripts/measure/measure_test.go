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
PASS
ok  	example.com/m	3.2s
`

func TestTable(t *testing.T) {
	now, err := Parse(strings.NewReader(output))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		before []Result
		want   []string
	}{
		{"alone", nil, []string{
			"| Perft/banchess | 200.0 ms | 5.00 × notnil |\n",
			"| Perft/peer=notnil | 1.00 s |  |\n",
			"| Alone | 12.5 ns |  |\n",
			"| Deep/fen/short | 1.5 µs |  |\n",
			"| Held/late | 41.00 MB | 0.98 × early |\n",
		}},
		{"against a base", []Result{{Name: "Perft/banchess", Time: 300e6}}, []string{
			"| Perft/banchess | 200.0 ms | 5.00 × notnil | 1.50 × |\n",
			"| Alone | 12.5 ns |  | new |\n",
		}},
	} {
		table := Table(now, tt.before)
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
	verdicts := Check(now, []Budget{{"Perft/banchess", 5}, {"Perft/banchess", 5.1}, {"Held/late", 0.95}, {"Alone", 1}, {"Nowhere", 1}})
	var held []bool
	for _, v := range verdicts {
		held = append(held, v.Held)
	}
	if want := []bool{true, false, true, false, false}; !slices.Equal(held, want) {
		t.Errorf("held: %v, want %v: %+v", held, want, verdicts)
	}
	text, err := JSON(now, verdicts)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"ratio": 5`, `"peer": "notnil"`, `"bytes": 41000000`, `"said": "Perft/banchess: 5.00 × notnil, at least 5.10"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}
