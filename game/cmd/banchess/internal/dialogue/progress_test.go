package dialogue

import (
	"testing"

	"github.com/banchess/banchess/game/train"
)

// The curve has a column a day as long as there is room, and then one for several days; its
// first column is the first rating, its last the last.
func TestCurve(t *testing.T) {
	var year []train.Point
	for day := range 365 {
		year = append(year, train.Point{Day: day, Rating: 600 + day})
	}
	for _, row := range []struct {
		points    []train.Point
		isUnicode bool
		want      string
	}{
		{nil, true, ""},
		{[]train.Point{{Day: 5, Rating: 600}}, true, ""},
		{[]train.Point{{Day: 5, Rating: 600}, {Day: 6, Rating: 600}}, true, "Rating     ▁▁\n           from 600 to 600 in 2 days, between 600 and 600\n"},
		{[]train.Point{{Day: 5, Rating: 600}, {Day: 7, Rating: 740}, {Day: 8, Rating: 650}}, true, "Rating     ▁▁█▃\n           from 600 to 650 in 4 days, between 600 and 740\n"},
		{[]train.Point{{Day: 5, Rating: 740}, {Day: 6, Rating: 600}}, false, "Rating     #_\n           from 740 to 600 in 2 days, between 600 and 740\n"},
		{year, false, "Rating     ____....----====++++****%%%#\n           from 600 to 964 in 365 days, between 600 and 964\n"},
	} {
		if got := curve(row.points, curveWidth, row.isUnicode); got != row.want {
			t.Errorf("%q, want %q", got, row.want)
		}
	}
}
