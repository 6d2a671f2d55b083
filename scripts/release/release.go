// Package release creates all files of a release: the WebAssembly and the
// JavaScript library, the npm package, the command line for each system, the
// site as an archive, the bill of materials and the sums of them all.
//
// The version comes from the tag, and is passed in. Everything else is
// taken from the commit, so that two runs with the same commit give the same
// bytes, in any directory and at any time: paths are trimmed,
// version-control stamps are off, archives have the time of the commit and no owner.
// With one and the same time in each release, servers of files could not tell them
// apart, and browsers would keep the pages of the last one.
// Anyone can repeat a release, and so check it.
package release

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/banchess/banchess/scripts/site"
	"github.com/banchess/banchess/scripts/stage"
)

// SumsName is the file with the SHA-256 sums of all others, in the format of
// sha256sum.
const SumsName = "SHA256SUMS"

// Options say what to make and where to.
type Options struct {
	Root    string    // the module's directory
	Dir     string    // where the files go; must be missing or empty
	Version string    // v1.2.3 or v1.2.3-rc.1
	Systems []System  // to build the command line for; nil for [Systems]
	Log     io.Writer // progress; nil for none

	// Types writes the library's TypeScript declarations into a built site.
	Types func(ctx context.Context, dir string) error
}

var versionForm = regexp.MustCompile(`^v(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z]+(\.[0-9A-Za-z]+)*)?$`)

// CheckVersion returns an error if a version does not have the form of a
// release tag.
func CheckVersion(v string) error {
	if !versionForm.MatchString(v) {
		return fmt.Errorf("%q is not a version: a release is named like v1.2.3 or v1.2.3-rc.1, as its tag is", v)
	}
	return nil
}

// release is a release in progress.
type release struct {
	Options
	tc    site.Toolchain
	temp  string
	stamp time.Time // of every file in an archive
}

// Make makes the whole release.
func Make(ctx context.Context, o Options) error {
	if err := CheckVersion(o.Version); err != nil {
		return err
	}
	if entries, err := os.ReadDir(o.Dir); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty: a release is made in a directory of its own", o.Dir)
	}
	changed, err := uncommitted(ctx, o.Root)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		return err
	}
	if o.Log == nil {
		o.Log = io.Discard
	}
	if o.Systems == nil {
		o.Systems = Systems
	}
	if changed != "" {
		fmt.Fprintf(o.Log, "not committed, so that nobody else can make this release again:\n%s", changed)
	}
	temp, err := os.MkdirTemp("", "banchess-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	r := release{Options: o, temp: temp}
	if r.stamp, err = committed(ctx, o.Root); err != nil {
		return err
	}
	if r.tc, err = site.FindToolchain(ctx, o.Root); err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{r.site, r.library, r.commands, r.materials, r.sums} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// uncommitted lists the files that differ from the last commit. Without any
// commit it returns an error, because the bill of materials needs one.
func uncommitted(ctx context.Context, root string) (string, error) {
	out, err := stage.Command{Dir: root, Args: []string{"git", "status", "--porcelain", "--untracked-files=all"}}.Output(ctx)
	if err != nil {
		return "", fmt.Errorf("a release is made from a clone, with git at hand: %w", err)
	}
	return out, nil
}

// committed returns the time of the last commit.
func committed(ctx context.Context, root string) (time.Time, error) {
	out, err := stage.Command{Dir: root, Args: []string{"git", "show", "-s", "--format=%ct", "HEAD"}}.Output(ctx)
	if err != nil {
		return time.Time{}, err
	}
	seconds, err := strconv.ParseInt(strings.TrimSpace(out), 10, 64)
	return time.Unix(seconds, 0).UTC(), err
}

func (r *release) siteDir() string { return filepath.Join(r.temp, "site") }

// site builds the site, and puts it into an archive as it is deployed.
func (r *release) site(ctx context.Context) error {
	if _, err := site.Build(ctx, site.Options{Root: r.Root, Dir: r.siteDir(), Version: r.Version, Log: r.Log}); err != nil {
		return err
	}
	if err := r.Types(ctx, r.siteDir()); err != nil {
		return err
	}
	sealed := filepath.Join(r.temp, "sealed")
	if err := os.CopyFS(sealed, os.DirFS(r.siteDir())); err != nil {
		return err
	}
	if err := site.Seal(sealed); err != nil {
		return err
	}
	all, err := tree(sealed)
	if err != nil {
		return err
	}
	name := "banchess-site_" + r.Version
	return r.write(name+".tar.gz", all.tarball(name, r.stamp))
}

// library writes the files for a web page without a package manager, those of the npm
// package one by one, and the npm package itself, as `npm pack` does.
func (r *release) library(context.Context) error {
	p, err := site.ReadPackage(r.siteDir())
	if err != nil {
		return err
	}
	all, err := r.pick(p.Files)
	if err != nil {
		return err
	}
	for _, name := range all.names() {
		if err := r.write(name, all[name]); err != nil {
			return err
		}
	}
	// npm always packs these.
	always, err := r.pick([]string{site.PackageName, "README.md"})
	if err != nil {
		return err
	}
	maps.Copy(all, always)
	if err := r.common(all); err != nil {
		return err
	}
	return r.write(tarballName(r.Version), all.tarball("package", r.stamp))
}

// pick reads files of the package by their names, or by patterns such as "*.d.ts".
func (r *release) pick(patterns []string) (files, error) {
	all := files{}
	for _, pattern := range patterns {
		found, err := filepath.Glob(filepath.Join(r.siteDir(), site.PackageDir, filepath.FromSlash(pattern)))
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("the package has no %s, and a release needs it", pattern)
		}
		for _, file := range found {
			if all[filepath.Base(file)], err = os.ReadFile(file); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// common adds the files that every archive contains, besides its README.
func (r *release) common(all files) (err error) {
	for _, name := range []string{"LICENSE", "CHANGELOG.md"} {
		if all[name], err = os.ReadFile(filepath.Join(r.Root, name)); err != nil {
			return err
		}
	}
	return nil
}

// sums writes the checksums of all files made so far.
func (r *release) sums(context.Context) error {
	all, err := tree(r.Dir)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	for _, name := range all.names() {
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(all[name]), name)
	}
	return r.write(SumsName, b.Bytes())
}

func (r *release) write(name string, text []byte) error {
	fmt.Fprintf(r.Log, "%10s  %s\n", site.Size(int64(len(text))), name)
	return os.WriteFile(filepath.Join(r.Dir, name), text, 0o644)
}
