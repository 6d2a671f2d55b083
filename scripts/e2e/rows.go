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
	"13": {"TestTrainingDays", "TestFailedPuzzleComesAgain", "TestProgressMoves", "TestRace", "TestStormTimes", "TestLiveRace"},                                                                                                                                                                                                          // ways to train, and the progress
	"18": {"TestOffline", "TestFirstVisitIsInstalled", "TestNewRelease", "TestNewReleaseWaitsForTheClock", "TestNewReleaseLater", "TestTabsOfTwoReleases", "TestReleaseComesBack", "TestReleaseReturns", "TestFrameKeepsNoRelease", "TestNoRoomForARelease", "TestManifest", "TestGivenGames", "TestWorkedOnSite", "TestTortureOffline"}, // offline, and never a mix
	"19": {"TestPictureIsTheBoard", "TestPictureComparison", "TestAnimatedPicture", "TestAnimatedPictureOfALongGame", "TestPictureFiles", "TestNoPictures"},                                                                                                                                                                              // pictures of the board and the game
	"24": {"TestExplore", "TestExploreByKeys", "TestExplorePGN", "TestExploreOwnGames", "TestExploreManyGames", "TestSetupFaults", "TestSetupSizes", "TestSetupByHand", "TestSetupByKeys", "TestSetupIsPlayed", "TestSetupProves"},                                                                                                       // the opening explorer counts bans and moves; the editor refuses impossible positions with a reason
	"26": {"TestLayout", "TestRoomOfTheList", "TestInSight"},                                                                                                                                                                                                                                                                             // the toolbar and the list are always there
	"27": {"TestReport", "TestReportWithoutMarks", "TestLinkOfReport", "TestReportsOfGames", "TestMistakes", "TestMistakesByKeys"},                                                                                                                                                                                                       // the report is about the game
	"28": {"TestLookingBackIsNotTakingBack", "TestTakingBack", "TestTakingBackWithAClock", "TestLookingBackInAGame"},                                                                                                                                                                                                                     // looking back is not taking back
	"29": {"TestBanHidesNoSquare"},                                                                                                                                                                                                                                                                                                       // a sign of a ban hides no legal square
	"30": {"TestBansAreWrittenOneWay"},                                                                                                                                                                                                                                                                                                   // one way to write a ban
	"31": {"TestActionsOfALine", "TestLineOnASmallBoard", "TestAnalysisLines", "TestArrowsOfChoices"},                                                                                                                                                                                                                                    // lines of the engine
	"32": {"TestWheelGoesThroughTheGame", "TestScrollingOverTheBoard"},                                                                                                                                                                                                                                                                   // the wheel over the board
	"33": {"TestMyGames", "TestMyGameGoesOn", "TestMyGamesAsPGN"},                                                                                                                                                                                                                                                                        // My games
	"34": {"TestPremoveAndPreban", "TestPremoveCancelled", "TestPremovePromotes"},                                                                                                                                                                                                                                                        // premoves and pre-bans
	"35": {"TestChooseByLooking", "TestLooksAreKept", "TestBoardSize"},                                                                                                                                                                                                                                                                   // looks are chosen by looking
	"36": {"TestBeginnings", "TestFirstVisit", "TestFirstGame", "TestAfterAGame"},                                                                                                                                                                                                                                                        // the empty state leads on
	"37": {"TestOneFamilyOfControls", "TestEditVariations"},                                                                                                                                                                                                                                                                              // one style of control
	"38": {"TestHeadline", "TestAlarm", "TestLearnButtonsStay"},                                                                                                                                                                                                                                                                          // calm
	"39": {"TestPuzzleRefuted", "TestLessonsRefute", "TestPuzzleLoss"},                                                                                                                                                                                                                                                                   // a wrong answer is refuted
	"40": {"TestBannedMoveIsRefused", "TestLoadErrors", "TestLearnRefused"},                                                                                                                                                                                                                                                              // words
	"41": {"TestWidths", "TestTinyWindows"},                                                                                                                                                                                                                                                                                              // every width
	"42": {"TestLearnLayout", "TestInSight", "TestStrips", "TestReportLyingDown"},                                                                                                                                                                                                                                                        // a phone in Analyse and Learn
	"43": {"TestStorage", "TestStorageAndComputer", "TestMyGamesWithoutStorage"},                                                                                                                                                                                                                                                         // storage that is refused or full
	"44": {"TestForcedColours", "TestPrint"},                                                                                                                                                                                                                                                                                             // forced colours and paper
	"45": {"TestNoSuchPuzzle", "TestSecondTab", "TestBadLinks", "TestQueryWithGame"},                                                                                                                                                                                                                                                     // failures in words
	"46": {"TestSquaresSayWhatCanBeDone", "TestTreeAlone"},                                                                                                                                                                                                                                                                               // what is spoken
	"47": {"TestBackClosesWhatIsOpen", "TestFirstVisitLeft"},                                                                                                                                                                                                                                                                             // Back closes what is open
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
