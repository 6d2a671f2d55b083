package release

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// systems are those the command line is built for.
var systems = []struct{ os, arch string }{
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
	for _, s := range systems {
		binary := "banchess"
		if s.os == "windows" {
			binary += ".exe"
		}
		output := filepath.Join(r.temp, s.os+"-"+s.arch, binary)
		if err := r.tc.Command(ctx, commandPackage, r.Version, s.os, s.arch, output); err != nil {
			return err
		}
		text, err := os.ReadFile(output)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("banchess_%s_%s_%s", r.Version, s.os, s.arch)
		files := under(name, append([]file{{binary, text, true}}, common...))
		if s.os == "windows" {
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
