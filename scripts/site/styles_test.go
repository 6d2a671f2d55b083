package site

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLowerLightDark(t *testing.T) {
	for sheet, want := range map[string]string{
		"a { color: red }":                                         "a { color: red }",
		"a { color: light-dark(#fff, #000); }":                     "a { color: var(--light, #fff) var(--dark, #000); }",
		"a { --s: 0 1px light-dark(rgb(1, 2, 3), hsl(1 2% 3%)) }":  "a { --s: 0 1px var(--light, rgb(1, 2, 3)) var(--dark, hsl(1 2% 3%)) }",
		"/* light-dark(x, y) */ a { fill: light-dark(#000, #111)}": "/* light-dark(x, y) */ a { fill: var(--light, #000) var(--dark, #111)}",
	} {
		if got, err := lowerLightDark(sheet); got != want || err != nil {
			t.Errorf("%s becomes %s, %v; want %s", sheet, got, err, want)
		}
	}
	for _, sheet := range []string{"a { color: light-dark(#fff) }", "a { color: light-dark(#fff, #000"} {
		if got, err := lowerLightDark(sheet); err == nil {
			t.Errorf("%s becomes %s", sheet, got)
		}
	}
}

// The page's style sheets need nothing that Safari 16.4 lacks: light-dark(), nested rules, and
// user-select without a prefix.
func TestStyles(t *testing.T) {
	root := write(t, map[string]string{
		"web/page/page.css": "@import 'assets:themes.css'; @import './style/base.css';",
		"web/page/style/base.css": `:root { --light: initial; --dark: ; --text: light-dark(#111, #eee); }
			.a, .b { user-select: none; &:hover { top: 1px } .c { top: 2px } @media (min-width: 9px) { .d { top: 3px } } }`,
	})
	dir := t.TempDir()
	if err := bundle(Options{Root: root, Dir: dir}, "", ".", pageScript); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "page.css"))
	if err != nil {
		t.Fatal(err)
	}
	sheet := string(text)
	for _, part := range []string{"--dark: ;", "--text: var(--light, #111) var(--dark, #eee)", "-webkit-user-select:none;", "){:is(.a,.b) .d{top:3px}}"} {
		if !strings.Contains(sheet, part) {
			t.Errorf("no %s in %s", part, sheet)
		}
	}
	for _, part := range []string{"light-dark", "&"} {
		if strings.Contains(sheet, part) {
			t.Errorf("%s in %s", part, sheet)
		}
	}
}
