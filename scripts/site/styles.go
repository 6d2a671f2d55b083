package site

import (
	"fmt"
	"os"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// pageBrowsers are the oldest browsers that show the page as it is meant. web/docs/embedding.md
// names them. What an older one lacks is compiled to what it knows: nested rules (Safari 16.5),
// and properties that need a prefix (user-select, in every Safari).
var pageBrowsers = []api.Engine{
	{Name: api.EngineChrome, Version: "111"},  // color-mix
	{Name: api.EngineFirefox, Version: "121"}, // :has
	{Name: api.EngineSafari, Version: "16.4"}, // module workers that import, CompressionStream
}

// stylesPlugin compiles light-dark(), which esbuild leaves as it is.
func stylesPlugin() api.Plugin {
	return api.Plugin{Name: "styles", Setup: func(b api.PluginBuild) {
		b.OnLoad(api.OnLoadOptions{Filter: `\.css$`, Namespace: "file"}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			text, err := os.ReadFile(args.Path)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			sheet, err := lowerLightDark(string(text))
			if err != nil {
				return api.OnLoadResult{}, fmt.Errorf("%s: %w", args.Path, err)
			}
			return api.OnLoadResult{Contents: &sheet, Loader: api.LoaderCSS}, nil
		})
	}}
}

// lowerLightDark replaces light-dark(x, y), which Safari has from 17.5, Chrome from 123. The
// page sets one of --light and --dark to nothing, and the other to no value, so that its
// default counts: style/base.css does both. A comment keeps what it says.
func lowerLightDark(sheet string) (string, error) {
	const name = "light-dark("
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(sheet, name)
		out.WriteString(before)
		if !found {
			return out.String(), nil
		}
		if strings.LastIndex(before, "/*") > strings.LastIndex(before, "*/") {
			out.WriteString(name)
			sheet = rest
			continue
		}
		comma, end, depth := -1, -1, 0
		for i := 0; i < len(rest) && end < 0; i++ {
			switch c := rest[i]; {
			case c == '(':
				depth++
			case c == ')' && depth > 0:
				depth--
			case c == ')':
				end = i
			case c == ',' && depth == 0 && comma < 0:
				comma = i
			}
		}
		if comma < 0 || end < comma {
			return "", fmt.Errorf("%s%.20s has no two colours", name, rest)
		}
		fmt.Fprintf(&out, "var(--light, %s) var(--dark, %s)", strings.TrimSpace(rest[:comma]), strings.TrimSpace(rest[comma+1:end]))
		sheet = rest[end+1:]
	}
}
