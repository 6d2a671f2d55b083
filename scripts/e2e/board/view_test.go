package board

import (
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// TestView runs the tests of drawing in web/test/page/view.tsx, which need a document but no
// site.
func TestView(t *testing.T) {
	t.Parallel()
	e2e.NeedSite(t)
	built := api.Build(api.BuildOptions{
		EntryPoints: []string{"../../../web/test/page/view.tsx"}, Bundle: true, Format: api.FormatIIFE, GlobalName: "tests", Target: api.ES2022,
	})
	if len(built.Errors) > 0 {
		t.Fatal(built.Errors)
	}
	page, err := e2e.Shared().Open("about:blank", browser.View{})
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	var results [][2]string
	if err := page.Eval(string(built.OutputFiles[0].Contents)+"\ntests.run()", &results); err != nil {
		t.Fatal(err)
	}
	if len(results) == 0 {
		t.Fatal("web/test/page/view.tsx has no tests")
	}
	for _, r := range results {
		t.Run(r[0], func(t *testing.T) {
			if r[1] != "" {
				t.Error(r[1])
			}
		})
	}
}
