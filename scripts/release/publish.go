package release

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// PublishArgs is the command that makes a release on GitHub with every file
// in dir. The tag must be there already: it is where the version comes from.
func PublishArgs(dir, version, notes string) ([]string, error) {
	if err := CheckVersion(version); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(dir, SumsName)); err != nil {
		return nil, fmt.Errorf("%s has no %s: make the release first", dir, SumsName)
	}
	args := []string{"gh", "release", "create", version, "--verify-tag", "--title", version, "--notes-file", notes}
	if preliminary(version) {
		args = append(args, "--prerelease")
	}
	for _, e := range entries {
		args = append(args, filepath.Join(dir, e.Name()))
	}
	return args, nil
}

// NPMArgs is the command that publishes the npm package in dir. A preliminary
// version does not become what people get without asking.
func NPMArgs(dir, version string) ([]string, error) {
	if err := CheckVersion(version); err != nil {
		return nil, err
	}
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

// tarballName is what npm itself would call the package.
func tarballName(version string) string {
	return "banchess-" + strings.TrimPrefix(version, "v") + ".tgz"
}
