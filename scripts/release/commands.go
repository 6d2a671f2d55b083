package release

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/banchess/banchess/scripts/site"
)

// System is what a program is built for, in the words of the go command.
type System struct{ OS, Arch string }

// Systems are those the command line is published for.
var Systems = []System{
	{"linux", "amd64"}, {"linux", "arm64"},
	{"darwin", "amd64"}, {"darwin", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

const commandPackage = "./game/cmd/banchess"

// commands builds the command line for every system, each in an archive of
// the kind that system opens.
func (r *release) commands(ctx context.Context) error {
	common, err := r.common()
	if err != nil {
		return err
	}
	for _, s := range r.Systems {
		binary := "banchess"
		if s.OS == "windows" {
			binary += ".exe"
		}
		output := filepath.Join(r.temp, s.OS+"-"+s.Arch, binary)
		if err := r.tc.Command(ctx, commandPackage, r.Version, s.OS, s.Arch, output); err != nil {
			return err
		}
		text, err := os.ReadFile(output)
		if err != nil {
			return err
		}
		licences, err := r.tc.Licences(ctx, commandPackage, s.OS, s.Arch)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("banchess_%s_%s_%s", r.Version, s.OS, s.Arch)
		files := under(name, append([]file{{binary, text, true}, {site.LicencesName, licences, false}}, common...))
		if s.OS == "windows" {
			err = r.write(name+".zip", zipball(files))
		} else {
			err = r.write(name+".tar.gz", tarball(files))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
