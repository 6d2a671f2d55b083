package game

import (
	"strconv"
	"strings"
)

// sentence is what one kind of error says: what is wrong, and how to fix it.
// Names in braces stand for what the code that finds the fault puts there.
type sentence struct {
	code          Code // empty where it depends on the case
	message, hint string
}

// with returns the error of the sentence; args are names, each followed by what
// stands for it.
func (s sentence) with(args ...any) *Error {
	return &Error{Code: s.code, Message: fill(s.message, args...), Hint: fill(s.hint, args...)}
}

// Values.
var (
	sayNotAction = sentence{CodeBadBCN,
		"{text} is not an action in Ban Chess Notation",
		"write b:e2e4 for a ban, m:d2d4 for a move, m:e7e8q for a promotion (q, r, b or n), each with an optional + # or = at the end"}
	sayNotPhase  = sentence{CodeBadAction, "{text} is not a phase", "write ban or move"}
	sayNotPly    = sentence{CodeBadPly, "{text} is not a ply", "write a whole number from 1 to {most}"}
	sayNotReason = sentence{CodeBadReason, "{text} is not a reason for a game to end", "write one of {reasons}"}
	sayNotValue  = sentence{"", // a square, pair, move or player, with the code of each
		"{text} is not a {want}",
		"write {form}"}
)

// Actions that are refused. Each may name the ply, the mover, the banner (the
// mover's opponent), who is active, the pair that was tried with its squares from
// and to, and what to try instead.
var (
	sayNoPosition = sentence{CodeBadAction, "there is no position to play in", "start from StartPosition or a FEN"}
	saySameSquare = sentence{CodeBadAction, "from and to are the same square", "give two different squares"}
	sayNoAction   = sentence{CodeBadAction, "that is neither a ban nor a move", "give a ban as b:e2e4, a move as m:e2e4"}
	sayGameOver   = sentence{CodeGameOver, "the game is over ({result})", "undo, or start a new game"}
	sayMoveDue    = sentence{CodeWrongPhase, "a move is due at ply {ply}, not a ban", "{active} moves now; try {try}"}
	sayBanDue     = sentence{CodeWrongPhase, "a ban is due at ply {ply}, not a move", "{active} first bans one of {mover}'s moves; try {try}"}
	sayIllegalBan = sentence{CodeIllegalBan,
		"{pair} cannot be banned at ply {ply}: {why}",
		"ban a pair that one of {mover}'s legal moves has; try {try}"}
	sayBanned            = sentence{CodeBanned, "{pair} is banned at ply {ply} ({banner} banned it)", "try {try}"}
	sayPromotionRequired = sentence{CodePromotionRequired,
		"the pawn promotes on {to} at ply {ply}, and the move does not say what it becomes",
		"add q, r, b or n, such as {queening}"}
	sayNoPromotion = sentence{CodeIllegalMove, "{pair} at ply {ply} is not a promotion", "leave out the {promotion}, and play {plain}"}
	sayIllegalMove = sentence{CodeIllegalMove, "{pair} is not a legal move at ply {ply}: {why}", "try {try}"}
)

// Why no legal move has a pair.
const (
	whyNoPiece        = "there is no piece on {from}"
	whyOtherSide      = "the piece on {from} is {owner}'s, and {mover}'s pieces move next"
	whyOwnPiece       = "{mover}'s own piece is on {to}"
	whyCannotReach    = "{mover}'s {piece} on {from} cannot go to {to}"
	whyNoneReaches    = "no {piece} of {mover} can go to {to}"
	whyNoSuchPiece    = "{mover} has no such {piece}"
	whyAttacked       = "{to} is attacked"
	whyStaysInCheck   = "it does not get {mover}'s king out of check"
	whyLeavesInCheck  = "it would leave {mover}'s king in check"
	whyNoRight        = "{mover} has no right to castle on that side"
	whyCastlesInCheck = "{mover} is in check and cannot castle out of it"
	whyInTheWay       = "the piece on {at} is in the way"
	whyIsCastling     = "the king goes there by castling, which is written {castling}"
	whyPassesAttack   = "{at} is attacked, and the king would pass it"
	whyNotBecome      = "a pawn cannot become a {promotion}"
	whyNotLastRank    = "a pawn becomes another piece only on the last rank"
)

// Actions as people type them. Each may name the text and what an action that is
// refused may.
var (
	sayNotMove       = sentence{CodeBadSAN, "{text} is not a move", "write SAN or two squares; try {try}"}
	sayNotPair       = sentence{CodeBadPair, "{text} is not a pair of squares", "write the pair to ban, such as {try}"}
	sayAmbiguousMove = sentence{CodeAmbiguousMove, "{text} at ply {ply} fits more than one move", "write {moves}"}
	sayAmbiguousBan  = sentence{CodeAmbiguousMove, "{text} at ply {ply} fits more than one pair", "write both squares, such as {one}"}
	sayNoSuchMove    = sentence{CodeIllegalMove, "{text} is not a legal move at ply {ply}: {why}", "try {try}"}
	sayNoSuchBan     = sentence{CodeIllegalBan, "{text} cannot be banned at ply {ply}: {why}", "try {try}"}
	sayOtherPiece    = sentence{"", // illegal_move or illegal_ban
		"{text} fits no move at ply {ply}: the piece on {from} is a {piece}",
		"try {try}"}
)

// FEN as a whole.
var (
	sayStandardFEN = sentence{CodeStandardFEN,
		"{text} is a standard FEN of six fields; Ban Chess needs a seventh",
		"add the ply as the seventh field: {example}"}
	sayBadFEN = sentence{CodeBadFEN, "the FEN {text} is not possible: {faults}", ""}
)

const (
	anyPly    = "1 or a later odd number for a ban, an even one for a move"
	nextFault = ". Also, "
)

// Faults in the fields of a FEN.
var (
	faultFields = sentence{CodeBadFEN,
		"it has {n} field{s} instead of 7",
		"write board, side to move, castling, en passant, half-move clock, full-move number and ply, separated by spaces"}
	faultStandardFields = sentence{CodeBadFEN,
		"it has {n} field{s} instead of the 6 of a standard FEN",
		"give the six standard fields; a FEN of seven is read by ParseFEN (new BanChess in JavaScript)"}
	faultRanks            = sentence{CodeBadFEN, "the board has {n} rank{s} instead of 8", "separate eight ranks by /"}
	faultRankText         = sentence{CodeBadFEN, "rank {rank} has {text} where a piece or a number is due", rankHint}
	faultRankLength       = sentence{CodeBadFEN, "rank {rank} has {n} square{s} instead of 8", rankHint}
	faultMover            = sentence{CodeBadFEN, "the side to move is {text}", "write w or b"}
	faultCastling         = sentence{CodeBadFEN, "the castling field is {text}", "write - or some of KQkq, each once"}
	faultEnPassant        = sentence{CodeBadFEN, "the en passant field is {text}", "write - or the square that a pawn has just passed, such as e3"}
	faultHalfmove         = sentence{CodeBadFEN, "the half-move clock is {text}", "write a whole number from 0"}
	faultFullmove         = sentence{CodeBadFEN, "the full-move number is {text}", "write a whole number from 1"}
	faultFullmoveTooLarge = sentence{CodeBadFEN, "the full-move number {n} gives a ply beyond {most}", "give a smaller full-move number"}
	faultSeventh          = sentence{CodeBadFEN,
		"the seventh field is {text}",
		"write the ply from 1 on, and after a colon the ban in force at an even ply, such as 2:e2e4"}
	faultBanText = sentence{CodeBadFEN, "the ban in the seventh field is {text}", "write a pair of squares such as {ply}:e2e4"}
)

const rankHint = "use PNBRQK, pnbrqk and the digits 1 to 8 for runs of empty squares"

// Faults of a FEN whose fields read well and say something impossible.
var (
	faultKings        = sentence{CodeBadFEN, "{player} has {n} king{s}", "give each side exactly one king"}
	faultPawn         = sentence{CodeBadFEN, "a pawn stands on {square}", "no pawn can be on the first or the last rank"}
	faultOtherInCheck = sentence{CodeBadFEN,
		"{player}'s king is in check with {mover} to move",
		"make {player} the side to move (and the ply agree), or take the check away"}
	faultCastlingRight = sentence{CodeBadFEN,
		"the castling right {right} needs {player}'s king on {king} and rook on {rook}",
		"take {right} out of the castling field"}
	faultEnPassantSquare = sentence{CodeBadFEN, "the en passant square {square} is not possible: {why}", "write - instead"}
	faultPlySide         = sentence{CodeBadFEN,
		"at ply {ply} {mover}'s pieces move next, not {side}'s",
		"White's move next at plies 1, 2, 5, 6, 9 …, Black's at 3, 4, 7, 8 …: change the side or the ply"}
	faultBanPly          = sentence{CodeBadFEN, "ply {ply} is a ban ply, yet a ban is in force", "leave out :{ban}, or make it ply {next}"}
	faultBan             = sentence{CodeBadFEN, "no legal move has the banned pair {ban}", "ban one of {pairs}"}
	faultBanWithoutMoves = sentence{CodeBadFEN,
		"no legal move has the banned pair {ban}",
		"the side to move has no legal move at all; leave the ban out"}
)

// Why no pawn can just have passed the en passant square.
const (
	whyWrongRank      = "with {mover} to move it can only be on rank {rank}"
	whyNoPawn         = "{stepper} has no pawn on {to}"
	whyOccupied       = "the square is occupied"
	whyOriginOccupied = "the pawn came from {from}, which is occupied"
	whyClockRuns      = "the half-move clock is {n}, and after a pawn's move it is 0"
)

// PGN.
var (
	sayNoGame        = sentence{CodeBadPGN, "there is no game in the PGN", "give tags, moves, or both"}
	saySecondGame    = sentence{CodeBadPGN, "a second game follows the first", "load one game at a time"}
	sayGameTooLong   = sentence{CodeBadPGN, "a game is longer than 1 MiB of text", "is a } missing?"}
	sayOpenComment   = sentence{CodeBadPGN, "the comment that opens here is not closed", "close it with }"}
	sayOpenVariation = sentence{CodeBadPGN, "a variation has no end", "close it with )"}
	sayDeepVariation = sentence{CodeBadPGN, "variations stand in each other {most} deep and more", "take the innermost ones out"}
	sayStray         = sentence{CodeBadPGN, "a {text} stands where a move or a ban is due", "take it out"}
	sayBanMissing    = sentence{CodeWrongPhase,
		"ply {ply}: {text} comes where {active}'s ban is due",
		"write a ban before it, such as {banning: {pair}}"}
	sayContradiction = sentence{CodeBadPGN, "the result {text} contradicts the board ({result})", "write {token}"}
	sayBadTagPair    = sentence{CodeBadPGN, "this tag cannot be read", `write [Name "value"], with \" and \\ inside the value`}
	sayNotTagName    = sentence{CodeBadTag, "{text} is not a name for a PGN tag", "use letters, digits and _"}
	sayTagTwice      = sentence{CodeBadTag, "the tag {name} would not read back: {text}", "set tags with Set, each once"}
	sayDerivedTag    = sentence{CodeBadTag, "the tag {name} follows from the game", "play, resign or load a position instead"}
)

// Where an error of the text, and one of the rules, happened.
const (
	placeOfText   = "line {line}, column {column}: "
	placeOfAction = "ply {ply}, {text}: "
)

// Clocks, and endings that players decide.
var (
	sayNoBaseTime        = sentence{CodeBadClock, "the base time is {time}", "give each side some time"}
	sayNegativeIncrement = sentence{CodeBadClock, "the increment is {time}", "give 0 or more"}
	sayOtherAnnotation   = sentence{CodeBadPGN, "what is written at ply {ply} would not read back: {text}", "call Tidy on the Annotation, or take out what PGN cannot hold"}
	sayClockLost         = sentence{CodeBadClock, "a game with a clock cannot be written whole", "keep the clock's times beside it and take it away with SetClock(nil), or write PGN()"}
	sayNoTimeSource      = sentence{CodeBadClock, "the clock has no time source", "pass time.Now"}
	sayNobodyResigns     = sentence{CodeBadPlayer, "nobody resigns", "name White or Black"}
	sayNobodyTimedOut    = sentence{CodeBadPlayer, "nobody's time has run out", "name White or Black"}
	sayBoardEnding       = sentence{CodeBadReason, "a game ends by {reason} on the board alone", "leave out how it ended; the actions tell"}
	sayOtherEnding       = sentence{CodeBadReason, "this game cannot end so: {result}", "see that how it ended, the winner and the position agree"}
)

// Sync states.
const askAgain = "ask the other side for its state again"

var (
	sayOtherPly        = sentence{CodeBadPly, "the sync state says ply {said}, its FEN says {ply}", askAgain}
	sayOtherMoveNumber = sentence{CodeBadPly, "the sync state says move {said}, its FEN says {number}", askAgain}
	sayOtherLast       = sentence{CodeDesync, "the sync state says that {last} came last, which its FEN {fen} does not", askAgain}
	sayOtherPast       = sentence{CodeDesync, "the past of the sync state leads to {there}, its FEN is {fen}", askAgain}
	sayNoDraw          = sentence{CodeDesync, "the FEN of the sync state, {fen}, says that the game is drawn, and what led there does not", askAgain}
)

// fill puts the arguments in the place of their names. Braces around anything
// else stay, and so do those in an argument, which may be what a user wrote.
func fill(template string, args ...any) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(template, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		word, known := lookUp(name, args)
		if !known {
			word, after = "{", rest
		}
		b.WriteString(word)
		template = after
	}
}

func lookUp(name string, args []any) (word string, known bool) {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] != name {
			continue
		}
		switch v := args[i+1].(type) {
		case string:
			return v, true
		case int:
			return strconv.Itoa(v), true
		case func() string: // what is worth working out only for sentences that name it
			return v(), true
		case Player:
			return v.Name(), true
		case interface{ String() string }:
			return v.String(), true
		}
	}
	return "", false
}

// quote shows input in an error, cut to a length a line can hold.
func quote(s string) string {
	const most = 80
	if len(s) > most {
		cut := most
		for cut > 0 && s[cut]&0xC0 == 0x80 { // not inside a character
			cut--
		}
		return strconv.Quote(s[:cut]) + "…"
	}
	return strconv.Quote(s)
}

// plural returns the ending of a noun that is counted.
func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// dashed is a pair as sentences write it: e2-e4.
func dashed(p Pair) string { return p.From().String() + "-" + p.To().String() }
