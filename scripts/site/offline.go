package site

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/banchess/banchess/scripts/site/app"
)

// writeIcons paints the pictures of the installed page from its icon.
func writeIcons(o Options) error {
	svg, err := os.ReadFile(filepath.Join(o.Dir, app.IconName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	for _, icon := range app.Icons {
		png, err := icon.Paint(svg)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(o.Dir, icon.Name), png, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// workerSource is the program of the service worker.
const workerSource = "web/page/offline/worker.ts"

// worker returns the entry of the service worker.
func worker(o Options) []api.EntryPoint {
	entries := sources(o, path.Dir(workerSource), ".ts", "worker")
	for i := range entries {
		entries[i].OutputPath = strings.TrimSuffix(app.WorkerName, ".js")
	}
	return entries
}

// writeWorker writes the list of a release into the service worker of a site: the front page
// and the files of some folders, which are named by their content. Without a folder
// the worker removes an installed one.
func writeWorker(dir, release string, list List, folders ...string) error {
	file := filepath.Join(dir, app.WorkerName)
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	sums := map[string]string{}
	for _, f := range list.Files {
		folder, name, _ := strings.Cut(f.Path, "/")
		if f.Path != "index.html" && !(slices.Contains(folders, folder) && app.Kept(name) && !isLibrary(name)) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(f.Path)))
		if err != nil {
			return err
		}
		sums[strings.TrimSuffix(f.Path, "index.html")] = app.Integrity(text)
	}
	if text, err = app.Worker(app.Program(text), release, sums); err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}
