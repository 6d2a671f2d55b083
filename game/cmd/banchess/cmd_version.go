package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
)

// version is that of a release, which its build sets.
var version string

// unknownVersion is that of a build that nothing is known about, as one by go run.
const unknownVersion = "dev"

// buildJSON says which build this is. What is not known is left out.
type buildJSON struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Modified bool   `json:"modified,omitempty"`
	Time     string `json:"time,omitempty"`
	Go       string `json:"go"`
	System   string `json:"system"`
}

// thisBuild returns which build this is: a release by what its build set, any other,
// such as one by go install, by what the go command wrote into it.
func thisBuild() buildJSON {
	info, _ := debug.ReadBuildInfo()
	return describeBuild(version, info)
}

func describeBuild(release string, info *debug.BuildInfo) buildJSON {
	b := buildJSON{Version: release, Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH}
	if info != nil {
		if v := info.Main.Version; b.Version == "" && v != "(devel)" {
			b.Version = v
		}
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				b.Revision = s.Value
			case "vcs.time":
				b.Time = s.Value
			case "vcs.modified":
				b.Modified = s.Value == "true"
			}
		}
	}
	if b.Version == "" {
		b.Version = unknownVersion
	}
	return b
}

// String is what people read.
func (b buildJSON) String() string {
	text := fmt.Sprintf("banchess %s\n%s %s\n", b.Version, b.Go, b.System)
	if b.Revision == "" {
		return text
	}
	text += "revision " + b.Revision
	if b.Time != "" {
		text += " of " + b.Time
	}
	if b.Modified {
		text += ", modified"
	}
	return text + "\n"
}

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version and the build",
		Long: `Prints the version, the release of Go that built it, the system it is for, and the
revision of the source if the build knows it. With go run the version is dev.`,
		Args: cli.NoArguments,
		Run: func(cmd *cobra.Command, _ []string) {
			cli.Answer(cmd, thisBuild(), thisBuild().String())
		},
	}
}
