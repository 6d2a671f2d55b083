package release

import (
	"context"
	_ "embed" // for the README of the archives
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/banchess/banchess/scripts/site"
)

// System is a target system, in the words of the go command.
type System struct{ OS, Arch string }

// Systems are the systems for which the command line is published.
var Systems = []System{
	{"linux", "amd64"}, {"linux", "arm64"},
	{"darwin", "amd64"}, {"darwin", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

const commandPackage = "./game/cmd/banchess"

const repository = "banchess/banchess"

//go:embed command.md
var commandReadme string

// systemNotes are the parts of the README for a single system.
var systemNotes = map[string]string{
	"darwin":  "\nmacOS keeps programs from the network back until `xattr -d com.apple.quarantine ./banchess`.\n",
	"windows": "\nWindows asks before it runs a program from the network the first time: *More info*, *Run anyway*.\n",
}

// binary returns the name of the program on a system.
func (s System) binary() string {
	if s.OS == "windows" {
		return "banchess.exe"
	}
	return "banchess"
}

// readme returns the README of the archive for a system.
func (s System) readme(version string) []byte {
	run := "./" + s.binary()
	if s.OS == "windows" {
		run = `.\` + s.binary()
	}
	return []byte(strings.NewReplacer("{version}", version, "{binary}", s.binary(), "{run}", run, "{system}", systemNotes[s.OS],
		"{home}", "https://github.com/"+repository, "{repository}", repository, "{licences}", site.LicencesName).Replace(commandReadme))
}

// commands builds the command line for every system, each in an archive that
// the system can open.
func (r *release) commands(ctx context.Context) error {
	for _, s := range r.Systems {
		output := filepath.Join(r.temp, s.OS+"-"+s.Arch, s.binary())
		if err := r.tc.Build(ctx, commandPackage, "", r.Version, s.OS, s.Arch, output); err != nil {
			return err
		}
		program, err := os.ReadFile(output)
		if err != nil {
			return err
		}
		licences, err := r.tc.Licences(ctx, commandPackage, s.OS, s.Arch)
		if err != nil {
			return err
		}
		all := files{s.binary(): program, "README.md": s.readme(r.Version), site.LicencesName: licences}
		if err := r.common(all); err != nil {
			return err
		}
		name := fmt.Sprintf("banchess_%s_%s_%s", r.Version, s.OS, s.Arch)
		archive, pack := name+".tar.gz", all.tarball
		if s.OS == "windows" {
			archive, pack = name+".zip", all.zipball
		}
		if err := r.write(archive, pack(name, r.stamp)); err != nil {
			return err
		}
	}
	return nil
}
