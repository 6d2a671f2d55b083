package site

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"html"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/picture"
)

// knownName is the page "What is known". Its text is Markdown, with blocks of code of the language
// "board": a FEN and, on the next line, a caption. Of these the page shows the board, with a link to it in
// Analyse.
const knownName = "known.html"

const knownSource = "web/docs/known.md"

// knownFrame is the page around the text.
//
//go:embed known.html
var knownFrame string

func writeKnown(o Options) error {
	text, err := os.ReadFile(filepath.Join(o.Root, filepath.FromSlash(knownSource)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	body, err := renderKnown(text)
	if err != nil {
		return fmt.Errorf("%s: %w", knownSource, err)
	}
	page := strings.Replace(knownFrame, "<!-- text -->", strings.TrimSpace(body), 1)
	return os.WriteFile(filepath.Join(o.Dir, knownName), []byte(page), 0o644)
}

// renderKnown returns the text as HTML.
func renderKnown(text []byte) (string, error) {
	markdown := goldmark.New(
		goldmark.WithExtensions(extension.Table),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(boards{}, 100))),
	)
	var out bytes.Buffer
	err := markdown.Convert(text, &out)
	tables := strings.NewReplacer("<table>", `<div class="table"><table>`, "</table>", "</table></div>")
	return tables.Replace(out.String()), err
}

// boards renders blocks of code of the language "board".
type boards struct{}

func (b boards) RegisterFuncs(register renderer.NodeRendererFuncRegisterer) {
	register.Register(ast.KindFencedCodeBlock, b.render)
}

func (boards) render(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	block := node.(*ast.FencedCodeBlock)
	if !entering {
		return ast.WalkContinue, nil
	}
	if language := string(block.Language(source)); language != "board" {
		return ast.WalkStop, fmt.Errorf("a block of code is of the language %q, want \"board\"", language)
	}
	fen, caption, ok := strings.Cut(strings.TrimSpace(string(block.Lines().Value(source))), "\n")
	if !ok {
		return ast.WalkStop, fmt.Errorf("the board %s has no caption", fen)
	}
	figure, err := figureOf(fen, caption)
	if err != nil {
		return ast.WalkStop, fmt.Errorf("the board %s: %w", fen, err)
	}
	_, err = w.WriteString(figure)
	return ast.WalkSkipChildren, err
}

// figureOf returns a board with its caption and a link to it.
func figureOf(fen, caption string) (string, error) {
	g, err := game.NewFromFEN(fen)
	if err != nil {
		return "", err
	}
	svg, err := picture.SVG(g, picture.Options{})
	if err != nil {
		return "", err
	}
	link, err := linkTo(fen, caption)
	if err != nil {
		return "", err
	}
	data := "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(svg))
	return fmt.Sprintf("<figure>\n<a href=\"./#%s\"><img src=\"%s\" width=\"320\" height=\"320\" loading=\"lazy\" alt=\"%s\"></a>\n<figcaption>%s</figcaption>\n</figure>\n",
		link, data, html.EscapeString("Open the position in Analyse: "+fen), html.EscapeString(caption)), nil
}

// linkTo returns a link to a position, as web/docs/links.md has it. The comment is what makes it open in Analyse.
func linkTo(fen, comment string) (string, error) {
	text, err := json.Marshal(map[string]any{"fen": fen, "line": "", "notes": []any{[]any{0, map[string]string{"comment": comment}}}})
	if err != nil {
		return "", err
	}
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(text); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	content := base64.RawURLEncoding.EncodeToString(packed.Bytes())
	sum := fnv.New32a()
	sum.Write([]byte(content))
	check := "000" + strconv.FormatUint(uint64(sum.Sum32()), 36)
	return "1." + content + check[len(check)-4:], nil
}
