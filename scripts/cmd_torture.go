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
)

// torturing is one run of the torture command.
type torturing struct {
	first  uint64
	time   time.Duration // of each part; 0 for ever
	rounds int           // of each part at the most; 0 for any number
	site   string        // the directory of a built site, once there is one
}

// tortured is a part: a test in Go, or a part of web/test/torture/torture.mjs.
type tortured struct {
	name, test string // test is "" for a part in Node
	about      string
}

// inGo is the prefix of the tests that need no built site.
const inGo = "TestParts/"

// tortures are the parts in the order in which they run: those in Go, then those of the
// built site in Node and in Chromium.
var tortures = []tortured{
	{"rules", inGo + "rules", "random games through package game, through an oracle, and through game with colours exchanged; every text form; undo and redo"},
	{"hostile", inGo + "hostile", "broken, nested, endless and senseless FEN, BCN, PGN, JSON, messages and UCI: an error with a code, in bounded time and memory"},
	{"large", inGo + "large", "PGN files of 50 MB of nothing but brackets, comments, control characters, broken UTF-8, moves, or games, and the largest of every kind that is accepted: read or refused in bounded time and memory"},
	{"engine", inGo + "engine", "searches with any settings, broken off at any node: legal lines, the game untouched, the same answer again; no mate in one or two turns is missed"},
	{"selfplay", inGo + "selfplay", "games of the engine against itself and another like it: every action is legal, a mate that it sees it keeps in sight and gives, and its memory is flat"},
	{"report", inGo + "report", "reports of games of levels 3 to 12: what each explanation claims is true when it is played out, proven, or searched more deeply"},
	{"rooms", inGo + "rooms", "games in rooms whose servers are killed at any moment, one with its folder, or two with a cluster of three NATS servers, of which one is killed too: every acknowledged action is there, once, and the clocks are right"},
	{"network", inGo + "network", "games in rooms over a network that delays all by up to three seconds, in a time that passes as fast as it can, and cuts connections or lets them fall silent: both players and the server have the same log, with what was acknowledged, once"},
	{"strangers", inGo + "strangers", "a server of rooms with a thousand silent connections, to which strangers send anything: they get no seat, and a game goes on beside them"},
	{"progress", inGo + "progress", "training and games on three devices of one player, with clocks that jump, storage that is full in the middle, and files that go from one to another, some of them damaged: what is refused changes nothing, and in the end all have everything, once"},
	{"predecessor", "", "random games in ban-chess.ts and in the library, with shuffling, taking back and sync states: differences only where they are listed"},
	{"calls", "", "every call of the library and of the WebAssembly with values of every kind: an answer every time, the program alive after"},
	{"games", "", "games and trees made, played and given back or dropped: no handle, callback or memory is left"},
	{"links", "", "games written into links and read again, and links that were cut, changed or are too large: refused with a code, or a game, and soon"},
	{"sync", "", "two peers that synchronise as the example does, either of them disturbed: every game ends in agreement"},
	{"worker", "", "the engine in its worker, given 64 positions a second for a minute without a break, its worker killed in mid-search: every search ends, the answer after it is right"},
	{"boards", "TestTortureBoards", "boards put into a page and taken out of it: no element, listener or memory is left"},
	{"forms", "(TestWidths|TestStrangeStorage|TestPicturesOfFaults|TestReportsOfGames)", "the page tests with every width, junk value, fault and game, of which an ordinary run takes some; once, whatever --time says"},
	{"embed", "TestTortureEmbed", "hostile hosts and neighbours of embedded boards: messages of every kind, floods, and what is transferred; nothing throws or is run, and the next good command is done"},
	{"store", "TestTortureStore", "My games of the page in two tabs that play, import, delete and are reloaded, while the storage fills: each game that was listed is there to its last action, nothing is half written, and the list shows what is stored"},
	{"peers", "TestTorturePeers", "two browsers that are joined by code and play, while pages are reloaded or left, connections end and clocks jump: whenever a new code joins them, both have the game with each action, once"},
	{"devices", "TestTortureDevices", "two browsers that play and take in each other's progress and games by code, and that of a third by file, while clocks jump, storage fills in the middle and files are damaged: what is refused changes nothing, and in the end both have all"},
	{"offline", "TestTortureOffline", "three releases deployed in any order, with clicks on what is offered, reloads, other tabs, killed tabs and workers, and no network: no tab has files of two releases or loses its game, and each comes to the newest one by one click; a round is one order"},
	{"page", "TestTorturePage", "clicks, keys, touches, reloads and faults of every kind on the page, with the engine on: the record survives, the console stays clean"},
}

// run runs a part to its end.
func (t *torturing) run(ctx context.Context, w io.Writer, root string, p tortured) error {
	seed, rounds := strconv.FormatUint(t.first, 10), strconv.Itoa(t.rounds)
	if p.test == "" {
		return runNode(ctx, w, root, siteEnv(t.site), "--expose-gc", filepath.Join("web", "test", "torture", "torture.mjs"), p.name,
			"--seed", seed, "--time", strconv.FormatInt(t.time.Milliseconds(), 10), "--rounds", rounds)
	}
	packages, env := []string{"./scripts/torture"}, []string(nil)
	if p.needsSite() {
		if err := needs.Ensure(ctx, w, needs.Chromium); err != nil {
			return err
		}
		var err error
		if packages, err = (&tests{root: root, run: p.test}).pagePackages(); err != nil {
			return err
		}
		env = siteEnv(t.site)
	}
	return stage.Command{Dir: root, Env: env, Args: slices.Concat(
		[]string{"go", "test", "-v", "-count=1", "-timeout=0", "-p", "1"}, packages,
		[]string{"-run", "^" + p.test + "$", "-torture.seed", seed, "-torture.time", t.time.String(), "-torture.rounds", rounds},
	)}.Run(ctx, w)
}

// needsSite reports whether the part runs in a built site.
func (p tortured) needsSite() bool { return !strings.HasPrefix(p.test, inGo) }

// all runs parts, and then reports all that failed.
func (t *torturing) all(ctx context.Context, w io.Writer, parts []tortured) error {
	root, err := site.FindRoot(ctx)
	if err != nil {
		return err
	}
	var failed []string
	for _, p := range parts {
		if err := t.run(ctx, w, root, p); ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil {
			failed = append(failed, fmt.Sprintf("%s: %v", p.name, err))
		}
	}
	if failed != nil {
		return errors.New(strings.Join(failed, "; "))
	}
	return nil
}

// check refuses invalid options before any part runs.
func (t *torturing) check() error {
	if t.time < 0 || t.time < time.Millisecond && t.rounds == 0 {
		return fmt.Errorf("--time %v: give a millisecond or more, such as 10m or 24h", t.time)
	}
	if t.rounds < 0 {
		return fmt.Errorf("--rounds %d: give 1 or more, or 0 for any number", t.rounds)
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
	for _, p := range tortures {
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
				t.time = 0 // a number of rounds means complete ones
			}
			if err := t.check(); err != nil {
				return err
			}
			ctx, w := cmd.Context(), cmd.OutOrStdout()
			parts := slices.DeleteFunc(slices.Clone(tortures), func(p tortured) bool { return len(args) > 0 && !slices.Contains(args, p.name) })
			if !slices.ContainsFunc(parts, tortured.needsSite) {
				return t.all(ctx, w, parts)
			}
			return withSite(ctx, io.Discard, t.site, func(dir string) error {
				t.site = dir
				return t.all(ctx, w, parts)
			})
		},
	}
	flags := cmd.Flags()
	flags.DurationVar(&t.time, "time", time.Minute, "how long each part runs, unless --rounds is given alone")
	flags.IntVar(&t.rounds, "rounds", 0, "how many rounds each part has at the most, 0 for any number")
	flags.Uint64Var(&t.first, "seed", 1, "seed of the first round; those after it have the next ones")
	flags.StringVar(&t.site, "site", "", "directory of a built site, instead of building one for the parts that need it")
	return cmd
}
