package e2e

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/banchess/banchess/scripts/browser"
)

// rows are the tests of what players expect of the page, in rows. The flag --row runs those of
// some rows; --window sets the size of the window.
var rows = map[string][]string{
	// Ways to train, and the progress
	"13": {
		"TestTrainingDays", "TestFailedPuzzleComesAgain", "TestProgressMoves", "TestRace", "TestStormTimes",
		"TestLiveRace",
	},
	// Offline, and never a mix
	"18": {
		"TestOffline", "TestFirstVisitIsInstalled", "TestNewRelease", "TestNewReleaseWaitsForTheClock",
		"TestNewReleaseLater", "TestTabsOfTwoReleases", "TestReleaseComesBack", "TestReleaseReturns",
		"TestFrameKeepsNoRelease", "TestNoRoomForARelease", "TestManifest", "TestGivenGames", "TestWorkedOnSite",
		"TestTortureOffline",
	},
	// Pictures of the board and the game
	"19": {
		"TestPictureIsTheBoard", "TestPictureComparison", "TestAnimatedPicture", "TestAnimatedPictureOfALongGame",
		"TestPictureFiles", "TestNoPictures",
	},
	// The opening explorer counts bans and moves; the editor refuses impossible positions with a reason
	"24": {
		"TestExplore", "TestExploreByKeys", "TestExplorePGN", "TestExploreOwnGames", "TestExploreManyGames",
		"TestExploreAfterAFailure", "TestExploreReadsAgain",
		"TestSetupFaults", "TestSetupSizes", "TestSetupByHand", "TestSetupByKeys", "TestSetupIsPlayed",
		"TestSetupProves",
	},
	// The toolbar and the list are always there
	"26": {"TestLayout", "TestRoomOfTheList", "TestInSight", "TestListFollowsThePosition"},
	// The report is about the game
	"27": {
		"TestReport", "TestReportWithoutMarks", "TestLinkOfReport", "TestReportsOfGames", "TestMistakes",
		"TestMistakesByKeys",
	},
	// Looking back is not taking back
	"28": {"TestLookingBackIsNotTakingBack", "TestTakingBack", "TestTakingBackWithAClock", "TestLookingBackInAGame"},
	// A sign of a ban hides no legal square
	"29": {"TestBanHidesNoSquare"},
	// One way to write a ban
	"30": {"TestBansAreWrittenOneWay"},
	// Lines of the engine
	"31": {"TestActionsOfALine", "TestLineOnASmallBoard", "TestAnalysisLines", "TestGraphOfScatteredScores", "TestArrowsOfChoices"},
	// The wheel over the board
	"32": {"TestWheelGoesThroughTheGame", "TestScrollingOverTheBoard"},
	// My games
	"33": {"TestMyGames", "TestMyGameGoesOn", "TestMyGamesAsPGN"},
	// Premoves and pre-bans
	"34": {"TestPremoveAndPreban", "TestPremoveCancelled", "TestPremovePromotes"},
	// Looks are chosen by looking
	"35": {"TestChooseByLooking", "TestLooksAreKept", "TestBoardSize"},
	// The empty state leads on
	"36": {"TestBeginnings", "TestFirstVisit", "TestFirstGame", "TestAfterAGame"},
	// One style of control
	"37": {"TestOneFamilyOfControls", "TestEditVariations"},
	// Calm
	"38": {"TestHeadline", "TestAlarm", "TestLearnButtonsStay"},
	// A wrong answer is refuted
	"39": {"TestPuzzleRefuted", "TestLessonsRefute", "TestPuzzleLoss"},
	// Words
	"40": {"TestBannedMoveIsRefused", "TestLoadErrors", "TestLearnRefused"},
	// Every width
	"41": {"TestWidths", "TestTinyWindows", "TestLargeType"},
	// A phone in Analyse and Learn
	"42": {"TestLearnLayout", "TestInSight", "TestStrips", "TestReportLyingDown"},
	// Storage that is refused or full
	"43": {"TestStorage", "TestStorageAndComputer", "TestMyGamesWithoutStorage"},
	// Forced colours and paper
	"44": {"TestForcedColours", "TestPrint"},
	// Failures in words
	"45": {"TestNoSuchPuzzle", "TestSecondTab", "TestBadLinks", "TestQueryWithGame"},
	// What is spoken
	"46": {"TestSquaresSayWhatCanBeDone", "TestTreeAlone"},
	// Back closes what is open
	"47": {"TestBackClosesWhatIsOpen", "TestFirstVisitLeft"},
	// A board in another page.
	"17": {"TestEmbeds", "TestEmbedEnd", "TestEmbedWheel", "TestEmbedCommands", "TestEmbedHostileMessages", "TestEmbedSizes", "TestEmbedKeys", "TestSnippet", "TestEmbedDocumentation", "TestBoardAttributes"},
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
		found := regexp.MustCompile(`^([1-9]\d{2,3})x([1-9]\d{2,3})$`).FindStringSubmatch(size)
		if found == nil {
			return fmt.Errorf("--window %s: write a size as 320x568", size)
		}
		window.Width, _ = strconv.Atoi(found[1])
		window.Height, _ = strconv.Atoi(found[2])
	}
	return nil
}

// window is the size of the window in which every page is opened; zero leaves it to the tests.
var window browser.View

// Sized returns a view in the size that the run asks for, if it is one of the usual ones:
// a test that names a size of its own needs it.
func Sized(view browser.View) browser.View {
	if window.Width > 0 && (view == Desktop || view == Phone) {
		view.Width, view.Height = window.Width, window.Height
	}
	return view
}
