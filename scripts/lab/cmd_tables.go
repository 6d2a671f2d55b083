package lab

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game/tables"
	"github.com/banchess/banchess/scripts/lab/endings"
)

func newTables() *cobra.Command {
	var names, check []string
	var folder, positions string
	cmd := &cobra.Command{
		Use:   "tables",
		Short: "Make the exact tables of endings, and check them with a second generator",
		Long: `Makes the tables of some endings of four men and writes each to a file, which takes about a
minute of one processor and up to 100 MB for each. Then it reads the files and compares
them with a second, slow generator, position by position: minutes for each, and some
gigabytes. With --endings "" it makes none and checks the files that are there.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w, began := cmd.OutOrStdout(), time.Now()
			since := func() time.Duration { return time.Since(began).Round(time.Second) }
			if err := os.MkdirAll(folder, 0o755); err != nil {
				return err
			}
			slow := make(chan *endings.SlowTable, len(check))
			go func() {
				all := endings.Slow{}
				for _, name := range check {
					slow <- all.Add(name)
				}
			}()
			all := 0
			err := endings.Write(names, folder, func(name string, bytes int) {
				all += bytes
				fmt.Fprintf(w, "%s: %d bytes, %d in all, %v\n", name, bytes, all, since())
			})
			if err != nil {
				return err
			}
			set, err := tables.ReadFiles(os.DirFS(folder))
			if err != nil {
				return err
			}
			if positions != "" {
				file, err := os.Create(positions)
				if err != nil {
					return err
				}
				return errors.Join(endings.Positions(set, file), file.Close())
			}
			compared := 0
			var wrong error
			for _, name := range check {
				n, longest, err := (<-slow).Compare(set)
				compared += n
				wrong = errors.Join(wrong, err)
				fmt.Fprintf(w, "%s: %d positions compared, the longest win takes %d moves of both sides, %v, %v\n", name, n, longest, err, since())
			}
			fmt.Fprintf(w, "%d positions compared\n", compared)
			return wrong
		},
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&names, "endings", endings.All, "the endings to make")
	flags.StringSliceVar(&check, "check", nil, "the endings to check, such as KQK,KRKN; those to which they lead are made slowly too")
	flags.StringVar(&positions, "positions", "", "a file to write positions to practise to, such as assets/endings.txt, instead of a check")
	flags.StringVarP(&folder, "output", "o", "assets/tables", "the folder of the files")
	return cmd
}
