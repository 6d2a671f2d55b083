package dialogue

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
	"github.com/banchess/banchess/game/cmd/banchess/internal/file"
	"github.com/banchess/banchess/game/cmd/banchess/internal/play"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
	"github.com/banchess/banchess/game/review"
	"github.com/banchess/banchess/game/train"
)

// NewProgress returns the command.
func NewProgress() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "progress",
		Short: "Show your rating, streak and calendar, or move them to another machine",
		Long: `Shows how you have done at puzzles: your rating and its curve, your streak, the calendar
of the last four weeks, your best storms, and what is due to come back.

export writes all of it to a file, with your mistakes, and code prints it as one long
word to paste. import reads either, from this program or from the page (Learn,
Progress). The games in a file of the page are kept and exported again. Nothing is lost
and nothing counts twice, whatever you import in whatever order. If a file cannot be
read, nothing changes.`,
		Example: `  banchess progress
  banchess progress export progress.json
  banchess progress import progress.json
  banchess progress code`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			k, err := openKept()
			if err == nil {
				k.answer(cmd, "")
			}
			return err
		},
	}
	cmd.AddCommand(
		&cobra.Command{
			Use: "export FILE", Short: "Write your progress to a file; - writes to standard output", Args: cobra.ExactArgs(1),
			Long: "Writes your progress and your mistakes to a file, which the page and banchess progress\nimport can read. With - it writes to standard output.",
			RunE: func(cmd *cobra.Command, args []string) error { return exportProgress(cmd, file.Unquote(args[0])) },
		},
		&cobra.Command{
			Use: "import FILE", Short: "Import the progress of another machine; - reads from standard input", Args: cobra.ExactArgs(1),
			Long: "Imports a file or a code that banchess progress or the page wrote. With - it reads\nfrom standard input. Nothing counts twice. If a file cannot be read, nothing changes.",
			RunE: func(cmd *cobra.Command, args []string) error { return importProgress(cmd, file.Unquote(args[0])) },
		},
		&cobra.Command{
			Use: "code", Short: "Print your progress as one long word to paste", Args: cli.NoArguments,
			Long:        "Prints your progress as one long word, which you can paste into the page (Learn,\nProgress) or give to banchess progress import.",
			Annotations: map[string]string{cli.NoJSON: "code prints one word; banchess progress export - prints JSON"},
			RunE: func(cmd *cobra.Command, _ []string) error {
				k, err := openKept()
				if err == nil {
					_, err = fmt.Fprintln(cmd.OutOrStdout(), file.Pack(k.record.Progress.String()))
				}
				return err
			},
		},
	)
	return cmd
}

// kept is what this machine keeps: the record of progress, and the mistakes.
type kept struct {
	record   *play.Record
	mistakes string // the path of their file
}

// openKept reads both; the mistakes are in the record.
func openKept() (*kept, error) {
	dir, err := stateDir()
	if err != nil {
		return nil, err
	}
	k := &kept{mistakes: filepath.Join(dir, "mistakes.json")}
	if k.record, err = play.OpenRecord(dir); err != nil {
		return nil, err
	}
	s, err := play.OpenMistakes(k.mistakes)
	if err != nil {
		return nil, err
	}
	k.record.Mistakes.Merge(s)
	return k, nil
}

func exportProgress(cmd *cobra.Command, name string) error {
	k, err := openKept()
	if err != nil {
		return err
	}
	text := k.record.Progress.String() + "\n"
	if name == "-" {
		_, err := io.WriteString(cmd.OutOrStdout(), text)
		return err
	}
	if err := file.Write(name, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}); err != nil {
		return err
	}
	k.answer(cmd, "Saved in "+name+".\n")
	return nil
}

func importProgress(cmd *cobra.Command, name string) error {
	var text []byte
	if err := cli.WithInput(cmd, name, func(in io.Reader) (err error) {
		text, err = io.ReadAll(io.LimitReader(in, train.MaxText+1))
		return err
	}); err != nil {
		return err
	}
	k, err := openKept()
	if err != nil {
		return err
	}
	record := string(text)
	if file.IsCode(record) {
		record, _ = file.Unpack(record, train.MaxText) // one that is not whole is no record
	}
	err = k.record.TakeIn(record, k.record.Now().Unix())
	if game.CodeOf(err) != "" && name != "-" {
		return file.Error{Name: name, Err: err}
	} else if err != nil {
		return err
	}
	mistakes := k.record.Mistakes
	k.record.Mistakes = review.State{}
	if err := k.record.Keep(); err != nil {
		return err
	}
	if err := play.KeepMistakes(&mistakes, k.mistakes); err != nil {
		return err
	}
	k.record.Mistakes = mistakes
	k.answer(cmd, "Imported.\n")
	return nil
}

// progressJSON is what progress tells programs.
type progressJSON struct {
	Rating   int  `json:"rating"`
	Solved   int  `json:"solved"`
	Failed   int  `json:"failed"`
	Streak   int  `json:"streak"`
	Longest  int  `json:"longest"`
	Today    bool `json:"today"` // whether the puzzle of the day is solved
	Again    int  `json:"again"` // failed puzzles that come today
	Storm    int  `json:"storm"` // the best
	Mistakes int  `json:"mistakes"`
	Games    int  `json:"games"` // that a page has given
}

// answer tells how the record stands, after a note for people.
func (k *kept) answer(cmd *cobra.Command, note string) {
	r := k.record
	s, points := r.Standing()
	streak := r.Streak(r.Today())
	due, _ := r.Again(review.DayOf(r.Now()))
	puzzles := assets.Puzzles()
	due = slices.DeleteFunc(due, func(id string) bool { return !strings.Contains(puzzles, "\n"+id+";") }) // of another release
	ofDay, ofAll := r.BestStorm(r.Today())
	text := note + fmt.Sprintf("Rating %d, %d solved, %d failed.\n%s\n%s", s.Rating, s.Solved, s.Failed, r.StreakWords(), curve(points, curveWidth, term.Unicode(os.Getenv))+calendar(&r.Progress, r.Today()))
	text += fmt.Sprintf("Best storm: %d today, %d ever.\n", ofDay, ofAll)
	text += fmt.Sprintf("Failed puzzles to repeat today: %d. Saved mistakes: %d.\n", len(due), len(r.Mistakes.Cards()))
	if n := len(r.Games()); n > 0 {
		text += fmt.Sprintf("Games from the page that are kept here: %d.\n", n)
	}
	cli.Answer(cmd, progressJSON{s.Rating, s.Solved, s.Failed, streak.Now, streak.Best, streak.IsDone, len(due), ofAll, len(r.Mistakes.Cards()), len(r.Games())}, text)
}

// curveWidth is the number of columns of a curve, which a narrow terminal has too.
const curveWidth = 28

// curve draws the rating from the first day to the last, as one line of bars; "" for a single
// day. Each column has the rating at the end of its days.
func curve(points []train.Point, width int, isUnicode bool) string {
	if len(points) < 2 {
		return ""
	}
	bars := []rune("▁▂▃▄▅▆▇█")
	if !isUnicode {
		bars = []rune("_.-=+*%#")
	}
	first, last := points[0], points[len(points)-1]
	low, high := first.Rating, first.Rating
	for _, p := range points {
		low, high = min(low, p.Rating), max(high, p.Rating)
	}
	days := last.Day - first.Day
	width = min(width, days+1)
	var b strings.Builder
	at := 0
	for column := range width {
		for at+1 < len(points) && (points[at+1].Day-first.Day)*(width-1) <= column*days {
			at++
		}
		b.WriteRune(bars[(points[at].Rating-low)*(len(bars)-1)/max(high-low, 1)])
	}
	return fmt.Sprintf("Rating     %s\n           from %d to %d in %d days, between %d and %d\n", b.String(), first.Rating, last.Rating, days+1, low, high)
}

// calendar draws the last four weeks, of which today is in the last.
func calendar(p *train.Progress, today int) string {
	grades := map[int]review.Grade{}
	for _, m := range p.Days() {
		grades[m.Day] = m.Grade
	}
	monday := today - (today+3)%7 // 1 January 1970 was a Thursday
	var b strings.Builder
	b.WriteString("           Mo Tu We Th Fr Sa Su   daily puzzles: + solved, - failed\n")
	for week := monday - 21; week <= monday; week += 7 {
		b.WriteString(time.Unix(int64(week)*24*60*60, 0).UTC().Format("2006-01-02"))
		for day := week; day < week+7; day++ {
			mark := "  ."
			switch {
			case day > today:
				mark = "   "
			case grades[day] >= review.Hard:
				mark = "  +"
			case grades[day] == review.Again:
				mark = "  -"
			}
			b.WriteString(mark)
		}
		b.WriteString("\n")
	}
	return b.String()
}
