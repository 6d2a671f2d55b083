package site

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"
)

// Budgets of the page, the package and the two WebAssembly files, after gzip. The full build
// is compared to an empty Ebiten program built in the same way, because nearly all of it is
// Ebiten and the Go runtime. Of the core, an empty Go program is 0.55 MB with Go 1.26.8, and
// the network 0.06.
const (
	FullRatio    = 1.21
	CoreBytes    = 1_845_000
	PictureBytes = 980_000
	PreviewBytes = 100_000
	PageBytes    = 74_000
	EmbedBytes   = 58_000
	PackageBytes = 70_600

	// ConstantBytes is the largest bundle, minified but not compressed, of a program that
	// imports only a constant of the package.
	ConstantBytes = 2_000
)

// pageFiles are the files that the page loads first, besides WebAssembly and modules: itself,
// the board's iframe, and the default set of pieces.
var pageFiles = []string{"index.html", "icon.svg", "page.css", "board.html", "assets/pieces/classic.svg"}

// First lists the files of the built site in dir that the page loads at first, besides
// WebAssembly. The engine's worker and the parts that are loaded later are not included.
func First(dir string) []string { return slices.Concat(pageFiles, imports(dir, pageModules(dir)...)) }

// FirstOfEmbed lists the files that the embedded board loads at first, besides WebAssembly.
func FirstOfEmbed(dir string) []string {
	return append(imports(dir, "embed.js"), "embed.html", "embed.css", "sandbox.js", "icon.svg", "board.html", "assets/pieces/classic.svg")
}

// Verdict is a budget applied to a build.
type Verdict struct {
	File   string
	Name   string // a short name
	Size   int64  // bytes
	How    string // gzip or minified: the processing before the measurement
	Limit  int64  // bytes
	Empty  int64  // bytes of the empty Ebiten program, if the limit comes from it
	Reason string
}

// OK reports whether the file is within its budget.
func (v Verdict) OK() bool { return v.Size <= v.Limit }

// String says how large the file is, and what its budget is.
func (v Verdict) String() string {
	word := "within"
	if !v.OK() {
		word = "OVER"
	}
	return fmt.Sprintf("%s: %s %s, %s budget of %s (%s)", v.File, Size(v.Size), v.How, word, Size(v.Limit), v.Reason)
}

// Judge compares the files of the site in dir to their budgets. It builds the
// empty Ebiten program for this, but only if a budget needs it.
func Judge(ctx context.Context, root, dir string, list List) ([]Verdict, error) {
	sum := func(names []string) (bytes int64) {
		for _, f := range list.Files {
			if slices.Contains(names, f.Path) {
				bytes += f.Gzip
			}
		}
		return bytes
	}
	verdicts := []Verdict{
		{File: "the page without its WebAssembly", Name: "page", Size: sum(First(dir)), How: "gzip", Limit: PageBytes, Reason: "fixed"},
		{File: "the embedded board without its WebAssembly", Name: "embed", Size: sum(FirstOfEmbed(dir)), How: "gzip", Limit: EmbedBytes, Reason: "fixed"},
	}
	p, err := ReadPackage(dir)
	if err != nil {
		return nil, err
	}
	constant, err := judgeConstants(filepath.Join(dir, PackageDir))
	if err != nil {
		return nil, err
	}
	verdicts = append(verdicts, p.judge(list), constant)
	for _, f := range list.Files {
		switch f.Path {
		case "banchess.wasm":
			empty, err := baselineSize(ctx, root)
			if err != nil {
				return nil, err
			}
			verdicts = append(verdicts, Verdict{f.Path, f.Path, f.Gzip, "gzip", int64(FullRatio * float64(empty)), empty,
				fmt.Sprintf("%.2f of %.2f times an empty Ebiten program, %s", float64(f.Gzip)/float64(empty), FullRatio, Size(empty))})
		case previewName:
			verdicts = append(verdicts, Verdict{File: f.Path, Name: f.Path, Size: f.Gzip, How: "gzip", Limit: PreviewBytes, Reason: "fixed"})
		case "banchess-picture.wasm":
			verdicts = append(verdicts, Verdict{File: f.Path, Name: f.Path, Size: f.Gzip, How: "gzip", Limit: PictureBytes, Reason: "fixed"})
		case "banchess-core.wasm":
			verdicts = append(verdicts, Verdict{File: f.Path, Name: f.Path, Size: f.Gzip, How: "gzip", Limit: CoreBytes, Reason: "fixed"})
		}
	}
	return verdicts, nil
}

// baselineSize builds the empty Ebiten program and returns its size after
// gzip, in bytes.
func baselineSize(ctx context.Context, root string) (int64, error) {
	dir, err := os.MkdirTemp("", "banchess-baseline-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "baseline.wasm")
	if err := BuildBaseline(ctx, root, file); err != nil {
		return 0, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	return int64(len(zip(text))), nil
}

// BuildBaseline builds the empty Ebiten program with the usual release flags and
// writes it to file.
func BuildBaseline(ctx context.Context, root, file string) error {
	tc, err := FindToolchain(ctx, root)
	if err != nil {
		return err
	}
	return tc.Build(ctx, "./scripts/baseline", "", "", "js", "wasm", file)
}

// ErrOverBudget is returned for a site that is complete but too large.
var ErrOverBudget = errors.New("size budgets exceeded")

// Print writes the table of sizes and the verdicts, and returns [ErrOverBudget] if any
// file is over its budget.
func Print(w io.Writer, list List, verdicts []Verdict) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "raw\tgzip\t  file")
	var raw, zip int64
	for _, f := range list.Files {
		fmt.Fprintf(t, "%s\t%s\t  %s\n", Size(f.Raw), Size(f.Gzip), f.Path)
		raw, zip = raw+f.Raw, zip+f.Gzip
	}
	fmt.Fprintf(t, "%s\t%s\t  %d files, version %s, %s\n", Size(raw), Size(zip), len(list.Files), list.Version, list.Go)
	t.Flush()
	over := 0
	for _, v := range verdicts {
		fmt.Fprintln(w, v)
		if !v.OK() {
			over++
		}
	}
	if over > 0 {
		return fmt.Errorf("%d of %d %w", over, len(verdicts), ErrOverBudget)
	}
	return nil
}

// Size writes a number of bytes for people: powers of 1000, three digits.
func Size(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1_000_000:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.2f MB", float64(n)/1e6)
}
