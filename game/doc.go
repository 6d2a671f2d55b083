// Package game holds the rules of Ban Chess: chess in which, before every move,
// the opponent bans one from→to pair of the mover's legal moves.
//
// # The game
//
// A ban or a move is an action, and each action is one ply, counted from 1. Odd
// plies are bans, even plies are moves: at ply 1 Black bans, at ply 2 White
// moves, at ply 3 White bans, at ply 4 Black moves. The mover is the side whose
// pieces move next, the same at a ban ply and at the move ply after it; the
// active player is who acts: the mover at a move ply, the opponent at a ban ply.
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
// # The types
//
// [Square], [Pair], [Move], [Action], [Ply], [Player], [Role], [Piece] and
// [Result] are small comparable values in the manner of net/netip: ParseX,
// MustParseX, String, AppendTo, MarshalText. A [Position] is an immutable value
// with everything a FEN says; a [Game] is a start position, the actions played,
// and how it ended; a [Tree] is all that a PGN holds: variations, comments, glyphs,
// evaluations, clock times and drawings besides; a [SyncState] is what one client
// sends so that another goes on from the same game. A FEN is read as text first and
// then checked as a position; every fault is reported. A [Setup] is what a FEN may
// say, possible or not, to edit until it is a [Position].
//
// They marshal as text, and so in JSON, by value as by pointer: a Position as its
// FEN, an Action in BCN, a Game and a Tree as PGN. What comes back is the same, and
// what would not is refused: a clock, a node without its tree, an annotation that PGN
// cannot hold. Not part of the text are the settings Indicators, what could be redone,
// and Tree.Unplayed; the order of tags, of which the seven of the roster are always
// there; and of an annotation, space, empty lines and parts of a
// millisecond, and whether a circle was drawn before an arrow.
//
// # Who answers
//
// Two implementations of chess stand below the rules. The public lists of legal
// moves and bans ([Position.LegalActions] and its kin) and the reading of SAN use
// github.com/notnil/chess, which has proved itself elsewhere. It makes one list
// for a board, which the ban ply and the move ply share, when somebody first asks.
// Replay, [Perft], the engine, [Game.AppendLegalActions] (which the JavaScript
// library lists with) and every question whether an action is legal, or whether any
// is left, come too often for such a list: they use the fast position of package
// chess ([Position.Chess]). Tests compare the two at positions of random
// games.
//
// # Notations
//
// BCN, the Ban Chess Notation, writes one action: "b:e2e4", "m:d2d4",
// "m:e7e8q". The extended FEN has a seventh field with the ply, the ban in force
// and an indicator: "2:e2e4", "10:h1g1#". PGN carries bans in comments:
// "1. {banning: e2e4} d4 {banning: e7e5} d5". Indicators are "+" check, "#"
// checkmate and "=" stalemate, on moves and on bans.
//
// What is read of a PGN is written again, and what has no field of its own (a glyph
// such as $300, a second [%eval], a result in a variation, what cannot be played of a
// variation, a result of a game that was abandoned) stands in the comment. Reading
// settles this: of two tags of one name the last counts; tags that follow from the
// game (Result, Variant, SetUp, Termination) are made anew; the result of the
// movetext counts before the tag. Reading leaves out move numbers, "e.p.", $0, "*"
// in a variation, a glyph that is there already, and lines that begin with %.
//
// # Errors
//
// Every error is an [*Error] with a stable [Code], a sentence that says what is
// wrong, and one that says how to fix it. A call that fails changes nothing.
//
// # What it leaves out
//
// Insufficient material is the standard list, although a ban could mate with
// less. Chess960 castling is not supported.
package game
