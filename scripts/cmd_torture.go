package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/needs"
	"github.com/banchess/banchess/scripts/site"
	"github.com/banchess/banchess/scripts/stage"
	"github.com/banchess/banchess/scripts/torture"
)

// torturing is one run of the torture command.
type torturing struct {
	first uint64
	limit torture.Limit
	site  string // a built site, once there is one
}

// tortured is a part, wherever it runs.
type tortured struct {
	name, about string
	run         func(ctx context.Context, w io.Writer, t *torturing) error
}

// tortures are the parts in the order in which they run: those in Go, and those of
// what is built, in Node and in Chromium.
func tortures() (all []tortured) {
	for _, p := range torture.Parts {
		all = append(all, tortured{p.Name, p.About, func(ctx context.Context, w io.Writer, t *torturing) error {
			total, err := p.Run(ctx, w, t.first, t.limit)
			if err == nil && total.Failed > 0 {
				err = errFailed
			}
			return err
		}})
	}
	return append(all,
		tortured{"predecessor", "random games in ban-chess.ts and in the library, with shuffling, taking back and sync states: differences only where they are listed", inNode("predecessor")},
		tortured{"calls", "every call of the library and of the WebAssembly with values of every kind: an answer every time, the program alive after", inNode("calls")},
		tortured{"games", "games and trees made, played and given back or dropped: no handle, callback or memory is left", inNode("games")},
		tortured{"links", "games written into links and read again, and links that were cut, changed or are too large: refused with a code, or a game, and soon", inNode("links")},
		tortured{"sync", "two peers that synchronise as the example does, either of them disturbed: every game ends in agreement", inNode("sync")},
		tortured{"worker", "the engine in its worker, given 64 positions a second for a minute without a break, its worker killed in mid-search: every search ends, the answer after it is right", inNode("worker")},
		tortured{"boards", "boards put into a page and taken out of it: no element, listener or memory is left", inChromium("TestTortureBoards")},
		tortured{"page", "clicks, keys, touches, reloads and faults of every kind on the page, with the engine on: the record survives, the console stays clean", inChromium("TestTorturePage")},
	)
}

var errFailed = errors.New("rounds failed")

// inNode runs a part that is in web/test.
func inNode(part string) func(context.Context, io.Writer, *torturing) error {
	return func(ctx context.Context, w io.Writer, t *torturing) error {
		root, err := site.FindRoot(ctx)
		if err != nil {
			return err
		}
		if err := needs.Ensure(ctx, w, needs.Node); err != nil {
			return err
		}
		node, err := needs.Node.Find()
		if err != nil {
			return err
		}
		return stage.Command{Dir: root, Env: siteEnv(t.site), Args: []string{
			node, "--expose-gc", filepath.Join("web", "test", "torture.mjs"), part, "--seed", strconv.FormatUint(t.first, 10),
			"--time", strconv.FormatInt(t.limit.Time.Milliseconds(), 10), "--rounds", strconv.Itoa(t.limit.Rounds),
		}}.Run(ctx, w)
	}
}

// inChromium runs a part that is a test of scripts/e2e.
func inChromium(test string) func(context.Context, io.Writer, *torturing) error {
	return func(ctx context.Context, w io.Writer, t *torturing) error {
		root, err := site.FindRoot(ctx)
		if err != nil {
			return err
		}
		if err := needs.Ensure(ctx, w, needs.Chromium); err != nil {
			return err
		}
		return stage.Command{Dir: root, Env: siteEnv(t.site), Args: []string{
			"go", "test", "-v", "-count=1", "-timeout=0", "./scripts/e2e", "-run", "^" + test + "$", "-torture.seed", strconv.FormatUint(t.first, 10),
			"-torture.time", t.limit.Time.String(), "-torture.rounds", strconv.Itoa(t.limit.Rounds),
		}}.Run(ctx, w)
	}
}

// build builds the site for those parts that run in it.
func (t *torturing) build(ctx context.Context, w io.Writer, dir string) error {
	root, err := site.FindRoot(ctx)
	if err != nil {
		return err
	}
	if err := installPackages(ctx, w, root); err != nil {
		return err
	}
	if t.site != "" {
		t.site, err = filepath.Abs(t.site)
		return err
	}
	t.site = filepath.Join(dir, "site")
	_, err = site.Build(ctx, site.Options{Root: root, Dir: t.site, Version: site.Version(ctx, root)})
	return err
}

// check refuses what no part can run with, before any does.
func (t *torturing) check() error {
	if t.limit.Time < 0 || t.limit.Time < time.Millisecond && t.limit.Rounds == 0 {
		return fmt.Errorf("--time %v: give a millisecond or more, such as 10m or 24h", t.limit.Time)
	}
	if t.limit.Rounds < 0 {
		return fmt.Errorf("--rounds %d: give 1 or more, or 0 for any number", t.limit.Rounds)
	}
	if t.site != "" {
		if _, err := site.ReadList(t.site); err != nil {
			return fmt.Errorf("--site: %w; go run ./scripts build -o DIR makes one", err)
		}
	}
	return nil
}

func newTorture() *cobra.Command {
	var t torturing
	var about strings.Builder
	var names []string
	parts := tortures()
	for _, p := range parts {
		fmt.Fprintf(&about, "\n  %-11s %s", p.name, p.about)
		names = append(names, p.name)
	}
	cmd := &cobra.Command{
		Use:   "torture [part...]",
		Short: "Go through what is promised, at random, for as long as wanted",
		Long: `Runs each part, or those that are named, for as long as --time says. A part is a
list of rounds, each of which follows from its seed; what fails is written with the
command that runs it again. What the rounds of worker and page do also depends on how
fast the machine is: what fails there may want several runs.
` + about.String(),
		ValidArgs: names,
		Args: func(_ *cobra.Command, args []string) error {
			for _, arg := range args {
				if !slices.Contains(names, arg) {
					return fmt.Errorf("there is no part %q; there are %s", arg, strings.Join(names, ", "))
				}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("rounds") && !cmd.Flags().Changed("time") {
				t.limit.Time = 0 // whoever asks for rounds gets whole ones
			}
			if err := t.check(); err != nil {
				return err
			}
			return inTemp(func(dir string) error {
				ctx, w := cmd.Context(), cmd.OutOrStdout()
				var failed []string
				built := false
				for i, p := range parts {
					if len(args) > 0 && !slices.Contains(args, p.name) {
						continue
					}
					if i >= len(torture.Parts) && !built {
						if err := t.build(ctx, w, dir); err != nil {
							return err
						}
						built = true
					}
					if err := p.run(ctx, w, &t); ctx.Err() != nil {
						return ctx.Err()
					} else if err != nil {
						failed = append(failed, fmt.Sprintf("%s: %v", p.name, err))
					}
				}
				if failed != nil {
					return errors.New(strings.Join(failed, "; "))
				}
				return nil
			})
		},
	}
	flags := cmd.Flags()
	flags.DurationVar(&t.limit.Time, "time", time.Minute, "how long each part runs, unless --rounds is given alone")
	flags.IntVar(&t.limit.Rounds, "rounds", 0, "how many rounds each part has at the most, 0 for any number")
	flags.Uint64Var(&t.first, "seed", 1, "seed of the first round; those after it have the next ones")
	flags.StringVar(&t.site, "site", "", "directory of a built site, instead of building one for the parts that need it")
	return cmd
}
