package main

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

// crossed are the systems for which the packages of game and wasm are checked, besides this
// one and the browser.
var crossed = []string{"linux/386", "linux/arm", "windows/amd64", "darwin/arm64"}

// cross checks the types of these packages and of their tests. It generates no code, because
// compiling the standard library for four systems takes minutes.
func (l lints) cross(ctx context.Context, w io.Writer) error {
	var failed []error
	for _, target := range crossed {
		failed = append(failed, l.crossCheck(ctx, target))
	}
	return errors.Join(failed...)
}

func (l lints) crossCheck(ctx context.Context, target string) error {
	system, processor, _ := strings.Cut(target, "/")
	loaded, err := packages.Load(&packages.Config{
		Context: ctx,
		Dir:     l.root,
		Env:     append(os.Environ(), "GOOS="+system, "GOARCH="+processor, "CGO_ENABLED=0"),
		Tests:   true,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedTypesSizes,
		ParseFile: l.parse,
	}, "./game/...", "./wasm/...")
	if err != nil {
		return fmt.Errorf("%s: %w", target, err)
	}
	var faults []error
	for _, p := range loaded {
		for _, fault := range p.Errors {
			faults = append(faults, fmt.Errorf("%s: %w", target, fault))
		}
	}
	return errors.Join(faults...)
}

// parse parses a Go file. It leaves out the bodies of functions outside this repository,
// because only their types are needed.
func (l lints) parse(set *token.FileSet, name string, text []byte) (*ast.File, error) {
	file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
	if within, _ := filepath.Rel(l.root, name); file != nil && strings.HasSuffix(name, ".go") && strings.HasPrefix(within, "..") {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				f.Body = nil
			}
		}
	}
	return file, err
}
