package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/banchess/banchess/scripts/needs"
	"github.com/banchess/banchess/scripts/site"
	"github.com/banchess/banchess/scripts/stage"
)

// installing is locked by the stage that installs, because others need the same packages.
var installing sync.Mutex

// installPackages installs the packages of the JavaScript tests and benches into
// web/test/node_modules, exactly as in the lock file. A directory that was
// installed from the same lock file is not changed.
func installPackages(ctx context.Context, w io.Writer, root string) error {
	installing.Lock()
	defer installing.Unlock()
	dir := filepath.Join(root, "web", "test")
	lock, err := os.ReadFile(filepath.Join(dir, "package-lock.json"))
	if err != nil {
		return err
	}
	installed := filepath.Join(dir, "node_modules", ".installed-lock.json")
	if have, err := os.ReadFile(installed); err == nil && bytes.Equal(have, lock) {
		return nil
	}
	if err := needs.Ensure(ctx, w, needs.NPM); err != nil {
		return err
	}
	npm, err := needs.NPM.Find()
	if err != nil {
		return err
	}
	install := stage.Command{Dir: dir, Args: []string{npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"}}
	if err := install.Run(ctx, w); err != nil {
		return err
	}
	return os.WriteFile(installed, lock, 0o644)
}

// typeScript runs TypeScript's compiler, which is one of those packages.
func typeScript(ctx context.Context, w io.Writer, root string, args ...string) error {
	compiler := filepath.Join("web", "test", "node_modules", "typescript", "bin", "tsc")
	return runNode(ctx, w, root, nil, append([]string{compiler}, args...)...)
}

// runNode runs Node in the module's directory, with those packages installed.
func runNode(ctx context.Context, w io.Writer, root string, env []string, args ...string) error {
	if err := needs.Ensure(ctx, w, needs.Node); err != nil {
		return err
	}
	if err := installPackages(ctx, w, root); err != nil {
		return err
	}
	node, err := needs.Node.Find()
	if err != nil {
		return err
	}
	return stage.Command{Dir: root, Env: env, Args: append([]string{node}, args...)}.Run(ctx, w)
}

// declareTypes generates the declarations of the JavaScript library from its source,
// and writes them into the package of a built site.
func declareTypes(ctx context.Context, w io.Writer, root, dir string) (site.List, error) {
	if err := typeScript(ctx, w, root, "-p", filepath.Join("web", "banchess"), "--outDir", filepath.Join(dir, site.PackageDir)); err != nil {
		return site.List{}, err
	}
	return site.Update(dir)
}

// siteEnv returns the environment of a JavaScript test or bench: the directory of the built
// site, and the path of a Chromium if there is one.
func siteEnv(dir string) []string {
	env := []string{siteVariable + "=" + dir}
	if path, err := needs.Chromium.Find(); err == nil {
		env = append(env, needs.Chromium.Env+"="+path)
	}
	return env
}
