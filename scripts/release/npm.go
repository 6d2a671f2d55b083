package release

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
)

// packageJSON is what npm wants to know. It is written here, not kept as a
// file, because half of it is the version.
type packageJSON struct {
	Name        string            `json:"name"`
	Version     string            `json:"version"`
	Description string            `json:"description"`
	Keywords    []string          `json:"keywords"`
	License     string            `json:"license"`
	Homepage    string            `json:"homepage"`
	Repository  map[string]string `json:"repository"`
	Bugs        map[string]string `json:"bugs"`
	Type        string            `json:"type"`
	Main        string            `json:"main"`
	Types       string            `json:"types"`
	Exports     map[string]any    `json:"exports"`
	SideEffects bool              `json:"sideEffects"`
	Engines     map[string]string `json:"engines"`
	Publish     map[string]any    `json:"publishConfig"`
}

const repository = "https://github.com/banchess/banchess"

// npm packs the JavaScript library with both WebAssembly files, in the form
// `npm pack` gives: everything under package/.
func (r *release) npm(context.Context) error {
	files, err := r.pick(libraryFiles)
	if err != nil {
		return err
	}
	common, err := r.common()
	if err != nil {
		return err
	}
	version := strings.TrimPrefix(r.Version, "v")
	exports := map[string]any{
		".":              map[string]string{"types": "./banchess.d.ts", "default": "./banchess.js"},
		"./package.json": "./package.json",
	}
	for _, name := range libraryFiles {
		if filepath.Ext(name) == ".wasm" || name == "wasm_exec.js" {
			exports["./"+name] = "./" + name
		}
	}
	text, err := json.MarshalIndent(packageJSON{
		Name:        "banchess",
		Version:     version,
		Description: "Ban Chess: chess in which every move is preceded by a ban. Rules, engine and board as WebAssembly.",
		Keywords:    []string{"chess", "ban chess", "chess variant", "wasm", "board", "engine"},
		License:     "ISC",
		Homepage:    repository + "#readme",
		Repository:  map[string]string{"type": "git", "url": "git+" + repository + ".git"},
		Bugs:        map[string]string{"url": repository + "/issues"},
		Type:        "module",
		Main:        "./banchess.js",
		Types:       "./banchess.d.ts",
		Exports:     exports,
		Engines:     map[string]string{"node": ">=18"},
		Publish:     map[string]any{"access": "public"},
	}, "", "  ")
	if err != nil {
		return err
	}
	files = append(files, common...)
	files = append(files, file{name: "package.json", text: append(text, '\n')})
	return r.write(tarballName(r.Version), tarball(under("package", files)))
}
