package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/banchess/banchess/scripts/measure"
	"github.com/banchess/banchess/scripts/needs"
	"github.com/banchess/banchess/scripts/site"
	"github.com/banchess/banchess/scripts/stage"
)

// benchPage is the file with the results of the last release.
var benchPage = filepath.Join("web", "docs", "benchmarks.md")

// writeDocs writes the page of benchmarks and the rows of the README.
func (b bench) writeDocs(root, machine string, results []measure.Result, verdicts []measure.Verdict) error {
	rows, err := measure.Telling(results)
	if err != nil {
		return err
	}
	readme := filepath.Join(root, "README.md")
	text, err := os.ReadFile(readme)
	if err != nil {
		return err
	}
	with, err := measure.Between(string(text), rows)
	if err != nil {
		return fmt.Errorf("README.md: %w", err)
	}
	page := filepath.Join(root, benchPage)
	before, err := os.ReadFile(page)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	command := "go run ./scripts bench --check --docs"
	if b.time != "1s" {
		command += " --time " + b.time
	}
	written := measure.Page(results, verdicts, machine, command, string(before))
	if err := os.WriteFile(page, []byte(written), 0o644); err != nil {
		return err
	}
	return os.WriteFile(readme, []byte(with), 0o644)
}

// machineNow describes this machine, what runs on it, and how busy it is.
func machineNow(ctx context.Context, root string) string {
	parts := []string{
		time.Now().UTC().Format("2 January 2006"), "version " + site.Version(ctx, root),
		fmt.Sprintf("%s with %d processors", processor(), runtime.NumCPU()), runtime.GOOS + "/" + runtime.GOARCH, runtime.Version(),
	}
	for _, p := range []needs.Program{needs.Node, needs.Chromium} {
		if path, err := p.Find(); err == nil {
			if out, err := (stage.Command{Args: []string{path, "--version"}}).Output(ctx); err == nil {
				first, _, _ := strings.Cut(out, " built on")
				parts = append(parts, strings.TrimSpace(strings.TrimPrefix(p.Name+" "+strings.TrimSpace(first), "Chromium ")))
			}
		}
	}
	text := strings.Join(parts, ", ")
	if load, ok := busy(); ok && load > 0.5 {
		text += fmt.Sprintf("; the machine was not quiet: its load was %.1f before the run", load)
	}
	return text
}

// processor returns the name of the processor, if the system reports it.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo") // only Linux has it
	if model := processorModel.FindSubmatch(text); model != nil {
		return string(model[1])
	}
	return "a machine"
}

var processorModel = regexp.MustCompile(`(?m)^model name\s*: (.*)$`)

// busy returns the average number of running programs in the last minute.
func busy() (load float64, ok bool) {
	text, err := os.ReadFile("/proc/loadavg") // only Linux has it
	if err == nil {
		_, err = fmt.Sscan(string(text), &load)
	}
	return load, err == nil
}
