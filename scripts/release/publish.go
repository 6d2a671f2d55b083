package release

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// PublishArgs returns the command that makes a release on GitHub with every file
// in dir. The tag must exist already, because the version comes from it.
func PublishArgs(dir, version, notes string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(dir, SumsName)); err != nil {
		return nil, fmt.Errorf("%s has no %s: make the release first", dir, SumsName)
	}
	args := []string{"gh", "release", "create", version, "--verify-tag", "--title", version, "--notes", notes}
	if preliminary(version) {
		args = append(args, "--prerelease")
	}
	for _, e := range entries {
		args = append(args, filepath.Join(dir, e.Name()))
	}
	return args, nil
}

// NPMArgs returns the command that publishes the npm package in dir. A pre-release
// version does not become the default version.
func NPMArgs(dir, version string) ([]string, error) {
	// Absolute, because npm takes files/x.tgz for a repository on GitHub.
	tarball, err := filepath.Abs(filepath.Join(dir, tarballName(version)))
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(tarball); err != nil {
		return nil, err
	}
	tag := "latest"
	if preliminary(version) {
		tag = "next"
	}
	return []string{"npm", "publish", tarball, "--provenance", "--access", "public", "--tag", tag}, nil
}

func preliminary(version string) bool { return strings.Contains(version, "-") }

// tarballName returns the file name that npm gives the package.
func tarballName(version string) string {
	return "banchess-" + strings.TrimPrefix(version, "v") + ".tgz"
}
