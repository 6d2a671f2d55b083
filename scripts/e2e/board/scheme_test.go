package board

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"github.com/banchess/banchess/scripts/e2e"
)

// The page is light or dark as the setting says, or as the system where it says nothing, and
// always light on paper. The build writes light-dark() in the way that Safari 16.4 knows.
func TestSchemes(t *testing.T) {
	const light, dark = "rgb(242, 239, 233)", "rgb(24, 23, 21)"
	p := e2e.Open(t, e2e.Visit{}).Ready()
	for _, row := range []struct{ scheme, system, medium, want string }{
		{"system", "light", "", light}, {"system", "dark", "", dark},
		{"light", "dark", "", light}, {"dark", "light", "", dark},
		{"system", "dark", "print", light}, {"dark", "light", "print", light}, {"dark", "dark", "print", light},
	} {
		p.Choose("scheme", row.scheme)
		p.Must(p.Run(emulation.SetEmulatedMedia().WithMedia(row.medium).WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: row.system}})))
		if got := p.Text("getComputedStyle(document.body).backgroundColor"); got != row.want {
			t.Errorf("with the setting %s on a %s system, %q, the page is %s, want %s", row.scheme, row.system, row.medium, got, row.want)
		}
	}
	p.Must(p.Run(emulation.SetEmulatedMedia()))
}
