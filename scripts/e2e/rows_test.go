package e2e

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
)

// rows are the tests of each row of what players expect of the page, by its number. A run
// with --row goes through those of some rows, and with --window in a window of that size.
var rows = map[string][]string{
	"26": {"TestLayout", "TestRoomOfTheList", "TestInSight"},
	"27": {"TestReport", "TestReportWithoutMarks", "TestLinkOfReport", "TestMistakes", "TestMistakesByKeys"},
	"28": {"TestLookingBackIsNotTakingBack", "TestTakingBack", "TestTakingBackWithAClock", "TestLookingBackInAGame"},
	"29": {"TestBanHidesNoSquare"},
	"30": {"TestBansAreWrittenOneWay"},
	"31": {"TestActionsOfALine", "TestLineOnASmallBoard", "TestAnalysisLines", "TestArrowsOfChoices"},
	"32": {"TestWheelGoesThroughTheGame", "TestScrollingOverTheBoard"},
	"33": {"TestMyGames", "TestMyGameGoesOn", "TestMyGamesAsPGN"},
	"34": {"TestPremoveAndPreban", "TestPremoveCancelled", "TestPremovePromotes"},
	"35": {"TestChooseByLooking", "TestLooksAreKept", "TestBoardSize"},
	"36": {"TestBeginnings", "TestFirstVisit", "TestAfterAGame"},
	"37": {"TestOneFamilyOfControls", "TestEditVariations"},
	"38": {"TestHeadline", "TestAlarm", "TestLearnButtonsStay"},
	"39": {"TestPuzzleRefuted", "TestLessonsRefute", "TestPuzzleLoss"},
	"40": {"TestBannedMoveIsRefused", "TestLoadErrors", "TestLearnRefused"},
	"41": {"TestWidths", "TestTinyWindows"},
	"42": {"TestLearnLayout", "TestInSight", "TestStrips"},
	"43": {"TestStorage", "TestStorageAndComputer", "TestMyGamesWithoutStorage"},
	"44": {"TestForcedColours", "TestPrint"},
	"45": {"TestNoSuchPuzzle", "TestSecondTab", "TestBadLinks", "TestQueryWithGame"},
	"46": {"TestSquaresSayWhatCanBeDone", "TestTreeAlone"},
	"47": {"TestBackClosesWhatIsOpen", "TestFirstVisitLeft"},
}

// chooseRows restricts the run to the tests of the rows that an environment variable
// names, "31,39" or "all", and opens pages in a window of the size that another one gives.
func chooseRows() error {
	if wanted := os.Getenv("BANCHESS_ROWS"); wanted != "" {
		numbers := strings.Split(wanted, ",")
		if wanted == "all" {
			numbers = slices.Collect(maps.Keys(rows))
		}
		var tests []string
		for _, number := range numbers {
			if rows[number] == nil {
				return fmt.Errorf("--row %s: there are %s, and all", number, strings.Join(slices.Sorted(maps.Keys(rows)), ", "))
			}
			tests = append(tests, rows[number]...)
		}
		if err := flag.Set("test.run", "^("+strings.Join(tests, "|")+")$"); err != nil {
			return err
		}
	}
	if size := os.Getenv("BANCHESS_WINDOW"); size != "" {
		if _, err := fmt.Sscanf(size, "%dx%d", &window.Width, &window.Height); err != nil {
			return fmt.Errorf("--window %s: write a size as 320x568", size)
		}
	}
	return nil
}

// window is the size of the window in which every page is opened; zero leaves it to the tests.
var window browser.View

// sized returns a view in the size that the run asks for, if it is one of the usual ones:
// a test that names a size of its own needs it.
func sized(view browser.View) browser.View {
	if window.Width > 0 && (view == desktop || view == phone) {
		view.Width, view.Height = window.Width, window.Height
	}
	return view
}

// Each row names tests that exist.
func TestRows(t *testing.T) {
	names := map[string]bool{}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file.Name())
		if err != nil {
			continue // a folder
		}
		for _, found := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllStringSubmatch(string(text), -1) {
			names[found[1]] = true
		}
	}
	for number, tests := range rows {
		for _, name := range tests {
			if !names[name] {
				t.Errorf("row %s has %s, which is no test", number, name)
			}
		}
	}
}
