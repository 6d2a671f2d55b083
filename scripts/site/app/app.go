// Package app makes what a browser needs to install the page and to open it offline: the
// icons, the web app manifest, and the list of files that begins the service worker.
package app

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
)

// Names of files in the site.
const (
	WorkerName   = "sw.js"                // at the top: a worker's folder is what it controls
	ManifestName = "manifest.webmanifest" // in the release's folder
	IconName     = "icon.svg"             // the page's icon, which the pictures are made from
)

type object = map[string]any

// Manifest returns the manifest of a page at the address up, seen from the manifest.
func Manifest(up string) []byte {
	var icons []object
	for _, i := range Icons {
		icons = append(icons, object{"src": i.Name, "sizes": fmt.Sprintf("%dx%d", i.Size, i.Size), "type": "image/png", "purpose": i.Purpose})
	}
	accepted := object{"application/vnd.chess-pgn": []string{".pgn"}, "application/x-chess-pgn": []string{".pgn"}}
	text, err := json.Marshal(object{
		"name": "Ban Chess", "short_name": "Ban Chess",
		"description": "Chess in which every move is preceded by a ban.",
		"start_url":   up, "scope": up, "display": "standalone", "categories": []string{"games"},
		"background_color": ground, "theme_color": ground,
		"icons": icons,
		"share_target": object{"action": up + "?share", "method": "POST", "enctype": "multipart/form-data", "params": object{
			"title": "title", "text": "text", "url": "url",
			"files": []object{{"name": "file", "accept": []string{".pgn", "application/vnd.chess-pgn", "application/x-chess-pgn", "text/plain"}}},
		}},
		"file_handlers": []object{{"action": up, "accept": accepted}},
	})
	if err != nil {
		panic(err) // every value above can be written
	}
	return text
}

// ground is the colour of the icon's ground.
const ground = "#2d2a26"

// Kept reports whether an installed page keeps a file of a release. Examples are for
// developers, the list is of the build, and the embedded board and the tables of endings come from the
// network.
func Kept(name string) bool {
	return !strings.HasPrefix(name, "examples/") && name != "files.json" && !strings.HasPrefix(name, "assets/tables/") && !strings.HasPrefix(name, "embed") && name != "sandbox.js"
}

// Integrity returns the sum of a file, as fetch checks it.
func Integrity(text []byte) string {
	sum := sha256.Sum256(text)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// Worker returns the service worker: the release that it installs, the integrity of its
// files by their addresses, and the program, which is the same in every release. Without a
// release it removes an installed one.
func Worker(program []byte, release string, files map[string]string) ([]byte, error) {
	list, err := json.Marshal(files)
	if err != nil {
		return nil, err
	}
	name, _ := json.Marshal(release) // a string
	return append(fmt.Appendf(nil, "const RELEASE=%s,FILES=%s;\n", name, list), program...), nil
}

// Program returns the part of a service worker after its list.
func Program(worker []byte) []byte {
	_, program, found := strings.Cut(string(worker), "\n")
	if !found || !strings.HasPrefix(string(worker), "const RELEASE=") {
		return worker
	}
	return []byte(program)
}
