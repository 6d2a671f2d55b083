// Package release creates all files of a release: the WebAssembly and the
// JavaScript library, the npm package, the command line for each system, the
// site as an archive, the bill of materials and the sums of them all.
//
// The version comes from the tag, and is passed in. Everything else is
// taken from the source tree, so that two runs with the same tree give the same
// bytes, in any directory and at any time: paths are trimmed,
// version-control stamps are off, archives have a fixed time and no owner.
// Anyone can repeat a release, and so check it.
package release

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

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

	// Types writes the library's TypeScript declarations into a built site and
	// returns the list of its files; nil writes no declarations.
	Types func(ctx context.Context, dir string) (site.List, error)
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

// file is one file of an archive or of the release.
type file struct {
	name       string
	text       []byte
	executable bool
}

// release is a release in progress.
type release struct {
	Options
	tc   site.Toolchain
	list site.List
	temp string
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
	if len(changed) > 0 {
		fmt.Fprintf(o.Log, "not committed, so that nobody else can make this release again: %s\n", strings.Join(changed, ", "))
	}
	temp, err := os.MkdirTemp("", "banchess-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	r := release{Options: o, temp: temp}
	if r.tc, err = site.FindToolchain(ctx, o.Root); err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{r.site, r.library, r.npm, r.commands, r.materials, r.sums} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// uncommitted lists the files that differ from the last commit. Without any
// commit it returns an error, because the bill of materials needs one.
func uncommitted(ctx context.Context, root string) ([]string, error) {
	out, err := stage.Command{Dir: root, Args: []string{"git", "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all"}}.Output(ctx)
	if err != nil {
		return nil, fmt.Errorf("a release is made from a clone, with git at hand: %w", err)
	}
	var files []string
	for line := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		if len(line) > 3 { // two letters for the status, and a space
			files = append(files, line[3:])
		}
	}
	return files, nil
}

func (r *release) siteDir() string { return filepath.Join(r.temp, "site") }

// site builds the site, and puts it into an archive as it is deployed.
func (r *release) site(ctx context.Context) (err error) {
	r.list, err = site.Build(ctx, site.Options{Root: r.Root, Dir: r.siteDir(), Version: r.Version, Log: r.Log})
	if err != nil {
		return err
	}
	if r.Types != nil {
		if r.list, err = r.Types(ctx, r.siteDir()); err != nil {
			return err
		}
	}
	sealed := filepath.Join(r.temp, "sealed")
	if err := os.CopyFS(sealed, os.DirFS(r.siteDir())); err != nil {
		return err
	}
	if err := site.Seal(sealed); err != nil {
		return err
	}
	files, err := tree(sealed)
	if err != nil {
		return err
	}
	name := "banchess-site_" + r.Version
	return r.write(name+".tar.gz", tarball(under(name, files)))
}

// library writes the files for a web page without a package manager: those of
// the npm package one by one.
func (r *release) library(context.Context) error {
	files, err := r.packageFiles()
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := r.write(f.name, f.text); err != nil {
			return err
		}
	}
	return nil
}

// packageFiles returns the files that the package's package.json names.
func (r *release) packageFiles() ([]file, error) {
	p, err := site.ReadPackage(r.siteDir())
	if err != nil {
		return nil, err
	}
	return r.pick(p.Files)
}

// pick reads files of the package by their names, or by patterns such as "*.d.ts".
func (r *release) pick(patterns []string) ([]file, error) {
	var files []file
	var missing []string
	for _, pattern := range patterns {
		found := false
		for _, f := range r.list.Files {
			if match, err := path.Match(site.PackageDir+"/"+pattern, f.Path); err != nil {
				return nil, err
			} else if !match {
				continue
			}
			found = true
			text, err := os.ReadFile(filepath.Join(r.siteDir(), filepath.FromSlash(f.Path)))
			if err != nil {
				return nil, err
			}
			files = append(files, file{name: path.Base(f.Path), text: text})
		}
		if !found {
			missing = append(missing, pattern)
		}
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("the package has no %s, and a release needs it", strings.Join(missing, ", "))
	}
	return files, nil
}

// sums writes the checksums of all files made so far.
func (r *release) sums(context.Context) error {
	files, err := tree(r.Dir)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	for _, f := range files {
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(f.text), f.name)
	}
	return r.write(SumsName, b.Bytes())
}

func (r *release) write(name string, text []byte) error {
	fmt.Fprintf(r.Log, "%10s  %s\n", site.Size(int64(len(text))), name)
	return os.WriteFile(filepath.Join(r.Dir, name), text, 0o644)
}

// common returns the files that every archive contains, besides its README.
func (r *release) common() ([]file, error) {
	var files []file
	for _, name := range []string{"LICENSE", "CHANGELOG.md"} {
		text, err := os.ReadFile(filepath.Join(r.Root, name))
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: name, text: text})
	}
	return files, nil
}
