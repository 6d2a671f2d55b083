// Package game holds the rules of Ban Chess: chess in which, before every move, the
// opponent bans one from→to pair of the mover's legal moves.
//
// # The game
//
// A ban or a move is an action. Each action is one ply, counted from 1: odd plies are
// bans and even plies are moves. At ply 1 Black bans, at ply 2 White moves, at ply 3
// White bans, at ply 4 Black moves. The mover is the side whose pieces move next; it is
// the same at a ban ply and at the move ply after it. The active player is the one who
// acts: the mover at a move ply, the mover's opponent at a ban ply.
//
// A ban names a pair of squares, and forbids every move with this pair, all four
// promotions included. At least one legal move must have the pair, and nobody may pass. A
// ban that forbids the mover's last move ends the game: it is checkmate by ban if the
// mover is in check, and otherwise stalemate by ban. This happens only when a ban is
// played, never by itself.
//
// After a move the endings of chess apply. Threefold repetition, the fifty-move rule and
// insufficient material end the game at once. Repetition counts board positions as they
// are right after a move.
//
//	g := game.New()
//	err := g.Play(game.MustParseAction("b:e2e4")) // Black bans e2-e4
//	for _, a := range g.LegalActions() { /* White's moves without e4 */ }
//
// # The types
//
// [Square], [Pair], [Move], [Action], [Ply], [Player], [Role], [Piece] and [Result] are
// small comparable values. String writes one, and [ParseSquare], [ParsePair], [ParseMove],
// [ParseAction] and [ParsePlayer] read them. A [Position] is an immutable value with
// everything that a FEN says. A [Setup] is a position that can be edited, possible or not.
//
// A [Node] is a place in a game: an action, the positions before and after it, and what
// was written about it. A [Tree] has all nodes of a game with its variations, which is
// what a PGN holds. A [Game] is one line of nodes that is being played, with undo and
// redo, a [Clock], and how it ended. A [SyncState] is what one client sends so that
// another can continue the same game.
//
// # Text and JSON
//
// BCN, the Ban Chess Notation, writes one action: "b:e2e4", "m:d2d4", "m:e7e8q". The
// extended FEN has a seventh field with the ply, the ban in force and an indicator:
// "2:e2e4", "10:h1g1#". PGN has bans in comments: "1. {banning: e2e4} d4 {banning: e7e5}
// d5". Indicators are "+" for check, "#" for checkmate and "=" for stalemate, on moves
// and on bans.
//
// Values marshal as their text: a Position as its FEN, an Action in BCN, a Game and a
// Tree as PGN. An [Entry], a Result and a SyncState are objects with names in camelCase.
// Unmarshalling gives the same value again. So a game with a clock, and a Game or Tree
// whose PGN would be read as a different one, are refused; Annotation.Tidy and Tags.Set
// change text to what PGN can hold. The text leaves out the settings Indicators, what
// could be redone, and Tree.Unplayed. From an annotation it leaves out spare space, empty
// lines, fractions of a millisecond, and whether a circle was drawn before an arrow.
//
// Writing a PGN again keeps all that was read. Text that has no field of its own is kept in
// the comment: a glyph such as $300, a second [%eval], a result in a variation, the part of a
// variation that cannot be played, the result of a game that was abandoned. Only this changes:
//
//   - If a tag is there twice, the last one counts.
//   - Tags that follow from the game (Result, Variant, SetUp, Termination) are made anew. The
//     result of the movetext takes precedence over the tag.
//   - Move numbers, "e.p.", $0, "*" in a variation, repeated glyphs, and lines that begin with
//     % are left out.
//
// # How it works
//
// There are two implementations of chess below the rules. The public lists of legal moves
// and bans ([Position.LegalActions] and its kin) and the reading of ambiguous SAN use
// github.com/notnil/chess, which has proved itself elsewhere. It lists the moves of a
// board when somebody first asks, and the ban ply and the move ply share this list.
// Everything that happens too often for such a list uses the fast position of package
// chess ([Position.Chess]): replay, [Perft], the engine, [Game.AppendLegalActions], and
// every question whether an action is legal or whether any is left. Tests compare the two
// with each other, and with a third implementation in package gametest.
//
// # Errors
//
// Every error is an [*Error] with a stable [Code], a sentence that says what is wrong,
// and one that says how to fix it. A FEN is checked as text and as a position, and the
// error reports every fault. A call that fails changes nothing.
//
// # What it leaves out
//
// Insufficient material is the standard list, although a ban could mate with less.
// Chess960 castling is not supported.
package game
