package site

import (
	"fmt"
	"image/color"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/banchess/banchess/assets"
)

// themesSheet is the name under which the page's style sheet imports the colours of the
// boards: custom properties of the element with data-theme, and those of the first theme
// where there is none.
const themesSheet = "assets:themes.css"

// themesPlugin provides that style sheet.
func themesPlugin() api.Plugin {
	return api.Plugin{Name: "themes", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: "^" + themesSheet + "$"}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: themesSheet, Namespace: "themes"}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "themes"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			text := themesCSS()
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderCSS}, nil
		})
	}}
}

func themesCSS() string {
	var css strings.Builder
	for i, t := range assets.Themes {
		if i == 0 {
			css.WriteString(":root, ")
		}
		fmt.Fprintf(&css, "[data-theme=%s] {", t.Name)
		for _, property := range []struct {
			name  string
			color color.NRGBA
		}{
			{"light-square", t.Light}, {"dark-square", t.Dark}, {"on-light", t.OnLight}, {"on-dark", t.OnDark},
			{"last-square", t.Last}, {"selected-square", t.Selected}, {"target", t.Target},
		} {
			c := property.color
			fmt.Fprintf(&css, " --%s: #%02x%02x%02x%02x;", property.name, c.R, c.G, c.B, c.A)
		}
		css.WriteString(" }\n")
	}
	return css.String()
}
