package console

import "testing"

func TestFill(t *testing.T) {
	const help = `Proves that the player to act
can force mate, with these answers:
  0    done and nothing more
  banchess solve "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1 2"

Flags:
  -h, --help   help for solve
`
	const want = `Proves that the player
to act can force mate,
with these answers:
  0    done and nothing
       more
  banchess solve "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1 2"

Flags:
  -h, --help   help for
               solve
`
	if got := Fill(help, 23); got != want {
		t.Errorf("%s", got)
	}
}
