// Package game holds the rules of Ban Chess: chess in which, before every move,
// the opponent bans one from→to pair of the mover's legal moves.
//
// # The game
//
// A ban or a move is an action, and each action is one ply, counted from 1. Odd
// plies are bans and even plies are moves: at ply 1 Black bans, at ply 2 White
// moves, at ply 3 White bans, at ply 4 Black moves. The mover is the side whose
// pieces move next, the same at a ban ply and at the move ply after it. The active
// player is who acts: the mover at a move ply, the opponent at a ban ply.
//
// A ban names a pair of squares and removes every move with it, all four
// promotions included. It must name the pair of a legal move, and nobody may
// pass. When it takes the mover's last move the game is over: checkmate by ban
// if the mover is in check, stalemate by ban if not. That never happens by
// itself, only when the ban is played. After a move the endings of chess apply,
// and threefold repetition, the fifty-move rule and insufficient material end
// the game at once. Repetition counts board positions as they stand right after
// a move.
//
//	g := game.New()
//	err := g.Play(game.MustParseAction("b:e2e4")) // Black bans e2-e4
//	for _, a := range g.LegalActions() { /* White's moves but e4 */ }
//
// # The types
//
// [Square], [Pair], [Move], [Action], [Ply], [Player], [Role], [Piece] and
// [Result] are small comparable values: ParseX reads one, String writes it. A
// [Position] is an immutable value with everything a FEN says. A [Setup] is a
// position to edit, possible or not.
//
// A [Node] is a place in a game: an action, the positions before and after it, and
// what was written about it. A [Tree] is all nodes of a game with its variations,
// which is what a PGN holds. A [Game] is one line of nodes that is being played,
// with undo and redo, a [Clock], and how it ended. A [SyncState] is what one client
// sends so that another goes on from the same game.
//
// # Text and JSON
//
// BCN, the Ban Chess Notation, writes one action: "b:e2e4", "m:d2d4",
// "m:e7e8q". The extended FEN has a seventh field with the ply, the ban in force
// and an indicator: "2:e2e4", "10:h1g1#". PGN carries bans in comments:
// "1. {banning: e2e4} d4 {banning: e7e5} d5". Indicators are "+" check, "#"
// checkmate and "=" stalemate, on moves and on bans.
//
// Values marshal as their text: a Position as its FEN, an Action in BCN, a Game and
// a Tree as PGN. An [Entry], a Result and a SyncState are objects with names in
// camelCase. What comes back is the same. A Game or a Tree whose PGN would read back as
// another, and a game with a clock, is refused; Annotation.Tidy and Tags.Set make what
// PGN can hold. The text leaves out the settings Indicators, what could be redone, and
// Tree.Unplayed. Of an annotation it leaves out spare space, empty lines, parts of a
// millisecond, and whether a circle was drawn before an arrow.
//
// Writing a PGN again keeps all that was read. Text without a field of its own stands in
// the comment: a glyph such as $300, a second [%eval], a result in a variation, what
// cannot be played of a variation, a result of a game that was abandoned. Reading
// settles this: of two tags of one name the last counts; tags that follow from the
// game (Result, Variant, SetUp, Termination) are made anew; the result of the
// movetext counts before the tag. Reading leaves out move numbers, "e.p.", $0, "*"
// in a variation, a glyph that is there already, and lines that begin with %.
//
// # How it works
//
// Two implementations of chess stand below the rules. The public lists of legal
// moves and bans ([Position.LegalActions] and its kin) and the reading of ambiguous
// SAN use github.com/notnil/chess, which has proved itself elsewhere. It lists the
// moves of a board when somebody first asks; the ban ply and the move ply share the
// list. Everything else comes too often for such a list and uses the fast position
// of package chess ([Position.Chess]): replay, [Perft], the engine,
// [Game.AppendLegalActions], and every question whether an action is legal or
// whether any is left. Tests compare the two, and both with a third implementation
// in package gametest.
//
// # Errors
//
// Every error is an [*Error] with a stable [Code], a sentence that says what is
// wrong, and one that says how to fix it. A FEN is checked as text and as a
// position, and every fault is reported. A call that fails changes nothing.
//
// # What it leaves out
//
// Insufficient material is the standard list, although a ban could mate with
// less. Chess960 castling is not supported.
package game
