package measure

import "strings"

// words describe results, by the beginning of their names.
var words = []struct{ group, what string }{
	{"Size/banchess.wasm/", "the board's WebAssembly after gzip, and an empty Ebitengine program's"},
	{"Size/banchess-core.wasm/", "the rules' and the engine's WebAssembly after gzip"},
	{"Size/page/", "what the page loads at first, without WebAssembly, after gzip"},
	{"Size/embed/", "what an embedded board loads at first, without WebAssembly, after gzip"},
	{"Size/banchess-picture.wasm/", "the WebAssembly that makes pictures, after gzip"},
	{"Size/package/", "the npm package without WebAssembly after gzip"},
	{"Size/constant/", "what a bundle has of the package when a program imports a constant of it, minified"},
	{"Start/", "first visit, nothing cached: until the board can be used, and until an empty Ebitengine program has its canvas"},
	{"StartText/", "first visit: until the text board can be read, and until the board can be used"},
	{"FirstLine/", "from the engine's switch to its first line: when it has to be loaded, and when it is there"},
	{"Click/", "from the release of the mouse that bans or moves to the frame that shows it: the first ones of a page, and later ones"},
	{"Analysis/lines/", "in Analyse, from the engine's switch to three lines, at a ban and at a move"},
	{"Analysis/thread/", "in Analyse, the longest task of the page's thread while five lines come in"},
	{"Analysis/stop/", "in Analyse, from the engine's switch until nothing is searched"},
	{"DragTask/", "the longest task of the page's thread while a piece is dragged and the engine thinks"},
	{"PictureTask/", "the longest task of the page's thread while the GIF of a game is made"},
	{"Drag/", "a frame while a piece is dragged and the engine thinks: time between two, and time of the page's thread"},
	{"Idle/", "work of the page's thread in a second in which nothing happens"},
	{"IdleFrames/", "frames that the board draws in two seconds in which nothing happens"},
	{"Thinking/", "the longest task of the page's thread while the engine thinks; stop: until it has stopped"},
	{"LongGame/load/", "a game of 1,000 plies loaded, until it is on the screen"},
	{"LongGame/scroll/", "the longest task while its list is scrolled through"},
	{"Memory/", "what the page holds after 200 games, and after 100"},
	{"MemoryBoard/", "what one more board holds in a page, and what an empty Ebitengine program in a frame does"},
	{"MemoryGame/", "what a game of 120 plies holds, in Go"},
	{"JSMemoryGame/", "what a game of 120 plies holds, in JavaScript and in the WebAssembly"},
	{"JSLegalAndPlay/", "library: the list of legal actions and play, an action"},
	{"JSReplay/", "library: a game played again from its record, an action"},
	{"JSPGNOut/", "library: a game written as PGN, an action"},
	{"JSPGNIn/", "library: a PGN read, an action; one that ban-chess.ts reads to its end"},
	{"JSFENOut/", "library: the FEN of a game"},
	{"JSFENIn/", "library: a game begun at a FEN; ban-chess.ts does not check that the position is possible"},
	{"JSOrdinaryChess/", "library, doing ordinary chess: the list of what is legal, a move, its SAN, the FEN; in banchess a ban and its list besides"},
	{"JSGrowth/", "library: a ply of a game of that many plies"},
	{"Growth/", "game: a ply of a game of that many plies"},
	{"PageGrowth/load/", "page: work of its thread to load a game of that many plies, until the whole list is there, a ply"},
	{"PageGrowth/", "page: work of its thread to play, or to take back, an action at the end of a game of that many plies"},
	{"Game/legal-play/", "game: the list of what is legal and play, a move; in banchess a ban and its list besides"},
	{"Game/fen/", "game: the FEN, a move; in banchess that of the ban besides"},
	{"Game/pgn-out/", "game: a game written as PGN, a move"},
	{"Game/pgn-in/", "game: a PGN read, a move"},
	{"Rooms/median/", "in 1,000 rooms with two players and a watcher, an action a second in each: from an action to the opponent's receipt, the median, and that of an echo over the same WebSockets meanwhile"},
	{"Rooms/99%/", "the same at 99 %"},
	{"Rooms/memory/", "what such a room holds with its three connections, at both ends"},
	{"Kiwipete/", "perft of ordinary chess, 4.1 million positions"},
	{"PerftFairy/", "the same beside Fairy-Stockfish"},
	{"WorkerPerft/", "perft of Ban Chess in Chromium's worker and in Node, against the same without WebAssembly"},
	{"WorkerSearch/", "the engine's search in Chromium's worker and in Node, against the same without WebAssembly"},
	{"Explore/", "a position looked up in the opening book, beside a look into a map"},
	{"ExploreGames/", "a position looked up that 10,000 games have"},
	{"Search", "the engine's search of three openings, 200,000 positions each"},
	{"Depth", "the engine's search of a hundred positions to depth 8"},
	{"GIF", "a game as an animated picture"},
	{"Pieces", "the board's pieces painted"},
	{"Squares", "the board's squares painted"},
}

// Words describes a result. It returns "" if there is no description.
func Words(name string) string {
	for _, w := range words {
		if strings.HasPrefix(name, w.group) {
			return w.what
		}
	}
	return ""
}
