package release

import (
	"context"
	"os"
	"path/filepath"

	"github.com/banchess/banchess/scripts/site"
)

// npm packs the JavaScript library like `npm pack`, everything
// under package/: the files that its package.json names, and those that
// npm always packs.
func (r *release) npm(context.Context) error {
	files, err := r.packageFiles()
	if err != nil {
		return err
	}
	common, err := r.common()
	if err != nil {
		return err
	}
	files = append(files, common...)
	for _, name := range []string{site.PackageName, "README.md"} {
		text, err := os.ReadFile(filepath.Join(r.siteDir(), site.PackageDir, name))
		if err != nil {
			return err
		}
		files = append(files, file{name: name, text: text})
	}
	return r.write(tarballName(r.Version), tarball(under("package", files)))
}
