package game

import (
	"strconv"
	"strings"
	"time"

	"github.com/banchess/banchess/game/internal/words"
)

// This file has all that the errors of this package say, a function each, in the
// order of their subjects. Its parameters are what the sentence speaks of. What they
// all call stays a call, so that the WebAssembly is small.

// problem returns an error: its code, what is wrong, and how to fix it.
//
//go:noinline
func problem(code Code, message, hint string) *Error {
	return &Error{Code: code, Message: message, Hint: hint}
}

// A sentence is an error that says the same whenever it happens.
type sentence struct {
	code          Code
	message, hint string
}

func (s sentence) error() *Error { return problem(s.code, s.message, s.hint) }

// notRead returns the error of a text that does not read.
//
//go:noinline
func notRead(code Code, text, want, hint string) *Error {
	return problem(code, quote(text)+" is not "+want, hint).of(text)
}

// Values.

func errNotAction(text string) *Error {
	return notRead(CodeBadBCN, text, "a ban or move in Ban Chess Notation",
		"write b:e2e4 for a ban, m:d2d4 for a move, m:e7e8q for a promotion (q, r, b or n), each with an optional + # or = at the end")
}

func errNotPhase(text string) *Error {
	return notRead(CodeBadAction, text, "a phase", "write ban or move")
}

func errNotReason(text string, reasons []string) *Error {
	return notRead(CodeBadReason, text, "a reason for a game to end", "write one of "+strings.Join(reasons, ", "))
}

func errNotValue(code Code, text, want, form string) *Error {
	return notRead(code, text, "a "+want, "write "+form)
}

func errNotTagName(text string) *Error {
	return notRead(CodeBadTag, text, "a name for a PGN tag", "use letters, digits and _")
}

// attempt is an action that is refused.
type attempt struct {
	p     Position
	text  string // as it was written
	meant []Pair // what it may have meant, the likeliest first
}

//go:noinline
func (a attempt) problem(code Code, message, hint string) *Error {
	e := problem(code, message, hint).of(a.text)
	e.Ply = a.p.ply
	return e
}

// pair returns what was most likely meant.
func (a attempt) pair() Pair {
	if len(a.meant) == 0 {
		return NoPair
	}
	return a.meant[0]
}

func (a attempt) dashed() string { return a.pair().From().String() + "-" + a.pair().To().String() }

//go:noinline
func (a attempt) at() string { return " at ply " + a.p.ply.String() }

//go:noinline
func (a attempt) mover() string { return a.p.Mover().Name() }

//go:noinline
func (a attempt) try() string { return "try " + a.p.suggest(a.meant...) }
func (a attempt) noPosition() *Error {
	return a.problem(CodeBadAction, "there is no position to play in", "start from StartPosition or a FEN")
}
func (a attempt) sameSquare() *Error {
	return a.problem(CodeBadAction, "from and to are the same square", "give two different squares")
}
func (a attempt) noAction() *Error {
	return a.problem(CodeBadAction, "that is neither a ban nor a move", "give a ban as b:e2e4, a move as m:e2e4")
}
func (a attempt) gameOver(r Result) *Error {
	return a.problem(CodeGameOver, "the game is over ("+r.String()+")", "undo, or start a new game")
}

func (a attempt) moveDue() *Error {
	return a.problem(CodeWrongPhase, "a move is due"+a.at()+", not a ban", a.p.ActivePlayer().Name()+" moves now; "+a.try())
}

func (a attempt) banDue() *Error {
	return a.problem(CodeWrongPhase, "a ban is due"+a.at()+", not a move",
		a.p.ActivePlayer().Name()+" first bans one of "+a.mover()+"'s moves; "+a.try())
}

// illegal is about what no legal move is or has.
func (a attempt) illegal(why string) *Error {
	what := quote(a.text)
	if _, ok := parseAction(a.text); ok {
		what = a.dashed()
	}
	if a.p.Phase() == PhaseBan {
		return a.problem(CodeIllegalBan, what+" cannot be banned"+a.at()+": "+why, "ban a move that "+a.mover()+" could play; "+a.try())
	}
	return a.problem(CodeIllegalMove, what+" is not a legal move"+a.at()+": "+why, a.try())
}

func (a attempt) banned() *Error {
	return a.problem(CodeBanned, a.dashed()+" is banned"+a.at()+" ("+a.p.Mover().Opponent().Name()+" banned it)", a.try())
}

func (a attempt) promotionRequired() *Error {
	return a.problem(CodePromotionRequired, "the pawn promotes on "+a.pair().To().String()+a.at()+", and the move does not say what it becomes",
		"add q, r, b or n, such as "+a.pair().Promoting(Queen).String())
}

func (a attempt) noPromotion(to Role) *Error {
	return a.problem(CodeIllegalMove, a.dashed()+a.at()+" is not a promotion",
		"leave out the "+to.String()+", and play "+a.pair().String())
}

// Actions as people type them.

func (a attempt) notMove() *Error {
	return a.problem(CodeBadSAN, quote(a.text)+" is not a move", "write a move such as Nf3, or two squares; "+a.try())
}

func (a attempt) notPair() *Error {
	return a.problem(CodeBadPair, quote(a.text)+" is not a pair of squares", "write the pair to ban, such as "+a.p.suggest())
}

func (a attempt) ambiguousMove(moves []string) *Error {
	return a.problem(CodeAmbiguousMove, quote(a.text)+a.at()+" fits more than one move", "write "+strings.Join(moves, " or "))
}

func (a attempt) ambiguousBan(one Pair) *Error {
	return a.problem(CodeAmbiguousMove, quote(a.text)+a.at()+" fits more than one pair", "write both squares, such as "+one.String())
}

// Why no legal move has a pair.

func whyNoPiece(from Square) string { return "there is no piece on " + from.String() }

func whyOtherSide(from Square, owner, mover Player) string {
	return "the piece on " + from.String() + " is " + owner.Name() + "'s, and " + mover.Name() + "'s pieces move next"
}

func whyOwnPiece(mover Player, to Square) string {
	return mover.Name() + "'s own piece is on " + to.String()
}

func whyCannotReach(mover Player, piece Role, pair Pair) string {
	return mover.Name() + "'s " + piece.String() + " on " + pair.From().String() + " cannot go to " + pair.To().String()
}

func whyNoneReaches(mover Player, piece Role, to Square) string {
	return "no " + piece.String() + " of " + mover.Name() + " can go to " + to.String()
}

func whyOtherPiece(there Role, at Square) string {
	return "the piece on " + at.String() + " is a " + there.String()
}

func whyNoSuchPiece(mover Player, piece Role) string {
	return mover.Name() + " has no such " + piece.String()
}
func whyAttacked(to Square) string {
	return "the king cannot go to " + to.String() + ", which is attacked"
}
func whyStaysInCheck(mover Player) string {
	return "it does not get " + mover.Name() + "'s king out of check"
}
func whyLeavesInCheck(mover Player) string {
	return "it would leave " + mover.Name() + "'s king in check"
}
func whyNoRight(mover Player) string { return mover.Name() + " has no right to castle on that side" }
func whyCastlesInCheck(mover Player) string {
	return mover.Name() + " is in check and cannot castle out of it"
}
func whyInTheWay(at Square) string { return "the piece on " + at.String() + " is in the way" }

func whyIsCastling(files int) string {
	castling := "O-O"
	if files < 0 {
		castling = "O-O-O"
	}
	return "the king goes there by castling, which is written " + castling
}

func whyPassesAttack(at Square) string {
	return "the king would pass " + at.String() + ", which is attacked"
}
func whyNotBecome(promotion Role) string { return "a pawn cannot become a " + promotion.String() }
func whyNotLastRank() string             { return "a pawn becomes another piece only on the last rank" }

// FEN as a whole.

// errStandardFEN is about six fields. The position they stand for, extended, is an
// example; it is the zero Position where they stand for none.
func errStandardFEN(fen string, extended Position) *Error {
	example := "1 or a later odd number for a ban, an even one for a move"
	if extended.IsValid() {
		example = strconv.Quote(extended.FEN())
	}
	return problem(CodeStandardFEN, quote(fen)+" is a standard FEN of six fields; Ban Chess needs a seventh",
		"add the ply as the seventh field: "+example).of(fen)
}

func errBadFEN(fen string, faults ...*Error) *Error {
	texts := make([]string, len(faults))
	for i, f := range faults {
		texts[i] = f.Error()
	}
	e := problem(CodeBadFEN, "the FEN "+quote(fen)+" is not possible: "+strings.Join(texts, ". Also, "), "").of(fen)
	e.Faults = faults
	return e
}

// Faults in the fields of a FEN.

//go:noinline
func fault(message, hint string) *Error { return problem(CodeBadFEN, message, hint) }

func faultFields(n int) *Error {
	return fault("it has "+words.Count(n, "field")+" instead of 7",
		"write board, side to move, castling, en passant, half-move clock, full-move number and ply, separated by spaces")
}

func faultStandardFields(n int) *Error {
	return fault("it has "+words.Count(n, "field")+" instead of the 6 of a standard FEN",
		"give the six standard fields; a FEN of seven is read by ParseFEN (new BanChess in JavaScript)")
}

func faultRanks(n int) *Error {
	return fault("the board has "+words.Count(n, "rank")+" instead of 8", "separate eight ranks by /")
}

const rankHint = "use PNBRQK, pnbrqk and the digits 1 to 8 for runs of empty squares"

func faultRankText(rank int, text string) *Error {
	return fault("rank "+strconv.Itoa(rank)+" has "+quote(text)+" where a piece or a number is due", rankHint)
}

func faultRankLength(rank, squares int) *Error {
	return fault("rank "+strconv.Itoa(rank)+" has "+words.Count(squares, "square")+" instead of 8", rankHint)
}

// fieldHints say how the fields of a FEN are written.
var fieldHints = map[string]string{
	"side to move":     "write w or b",
	"castling field":   "write - or some of KQkq, each once",
	"en passant field": "write - or the square that a pawn has just passed, such as e3",
	"half-move clock":  "write a whole number from 0",
	"full-move number": "write a whole number from 1",
	"seventh field":    "write the ply from 1 on, and after a colon the ban in force at an even ply, such as 2:e2e4",
}

func faultField(name, text string) *Error {
	return fault("the "+name+" is "+quote(text), fieldHints[name])
}

func faultFullmoveTooLarge(n int) *Error {
	return fault("the full-move number "+strconv.Itoa(n)+" gives a ply beyond "+strconv.Itoa(MaxPly), "give a smaller full-move number")
}

func faultBanText(text, ply string) *Error {
	return fault("the ban in the seventh field is "+text, "write a pair of squares such as "+ply+":e2e4")
}

// Faults of a FEN whose fields read well and say something impossible.

func faultKings(p Player, n int) *Error {
	return fault(p.Name()+" has "+words.Count(n, "king"), "give each side exactly one king")
}

func faultMen(p Player, n int) *Error {
	return fault(p.Name()+" has "+strconv.Itoa(n)+" pieces and pawns", "take some away: there are at most 16")
}

func faultPromoted(p Player, pawns, promoted int) *Error {
	return fault(p.Name()+" has "+words.Count(pawns, "pawn")+" and "+words.Count(promoted, "promoted piece"), "take some away: both together are at most 8")
}

func faultPawn(at Square) *Error {
	return fault("a pawn stands on "+at.String(), "no pawn can be on the first or the last rank")
}

func faultOtherInCheck(mover Player) *Error {
	other := mover.Opponent().Name()
	return fault(other+"'s king is in check with "+mover.Name()+" to move",
		"make "+other+" the side to move (and the ply agree), or take the check away")
}

func faultCastlingRight(right string, p Player, king, rook Square) *Error {
	return fault("the castling right "+right+" needs "+p.Name()+"'s king on "+king.String()+" and rook on "+rook.String(),
		"take "+right+" out of the castling field")
}

func faultEnPassantSquare(at Square, why string) *Error {
	return fault("the en passant square "+at.String()+" is not possible: "+why, "write - instead")
}

func faultPlySide(ply Ply, side Player) *Error {
	return fault("at ply "+ply.String()+" "+ply.Mover().Name()+"'s pieces move next, not "+side.Name()+"'s",
		"White's move next at plies 1, 2, 5, 6, 9 …, Black's at 3, 4, 7, 8 …: change the side or the ply")
}

func faultBanPly(ply Ply, ban Pair) *Error {
	return fault("ply "+ply.String()+" is a ban ply, yet a ban is in force", "leave out :"+ban.String()+", or make it ply "+(ply+1).String())
}

func faultBan(ban Pair, legal []Pair) *Error {
	hint := "the side to move has no legal move at all; leave the ban out"
	if len(legal) > 0 {
		hint = "ban one of " + somePairs(legal)
	}
	return fault("no legal move has the banned pair "+ban.String(), hint)
}

// Why no pawn can just have passed the en passant square.

func whyWrongRank(mover Player, rank int) string {
	return "with " + mover.Name() + " to move it can only be on rank " + strconv.Itoa(rank)
}
func whyNoPawn(p Player, to Square) string { return p.Name() + " has no pawn on " + to.String() }
func whyOccupied() string                  { return "the square is occupied" }
func whyOriginOccupied(from Square) string {
	return "the pawn came from " + from.String() + ", which is occupied"
}
func whyClockRuns(halfmoves int) string {
	return "the half-move clock is " + strconv.Itoa(halfmoves) + ", and after a pawn's move it is 0"
}

// PGN.

var (
	noGame        = sentence{CodeBadPGN, "there is no game in the PGN", "give tags, moves, or both"}
	secondGame    = sentence{CodeBadPGN, "a second game follows the first", "load one game at a time"}
	gameTooLong   = sentence{CodeBadPGN, "a game is longer than 1 MiB of text", "is a } missing?"}
	utf16Text     = sentence{CodeBadPGN, "the text is UTF-16", "save it as UTF-8"}
	openComment   = sentence{CodeBadPGN, "the comment that opens here is not closed", "close it with }"}
	openVariation = sentence{CodeBadPGN, "a variation has no end", "close it with )"}
	hasBans       = sentence{CodeBadPGN, "a game of ordinary chess has no bans", "read it as a PGN of Ban Chess"}
	badTagPair    = sentence{CodeBadPGN, "this tag cannot be read", `write [Name "value"], with \" and \\ inside the value`}
)

func errDeepVariation() *Error {
	return problem(CodeBadPGN, "variations are nested "+strconv.Itoa(maxVariations)+" deep or more", "take out the innermost ones")
}

func errStray(text string) *Error {
	return problem(CodeBadPGN, "a "+quote(text)+" stands where a move or a ban is due", "take it out")
}

func errBanMissing(p Position, text string) *Error {
	return problem(CodeWrongPhase, "ply "+p.ply.String()+": "+quote(text)+" comes where "+p.ActivePlayer().Name()+"'s ban is due",
		"write a ban before it, such as {banning: "+p.n.legal().pairs[0].String()+"}")
}

func errBanEmpty(ply Ply) *Error {
	return problem(CodeBadPair, "ply "+ply.String()+": the ban names no pair of squares",
		"write the banned pair, such as {banning: e2e4}, or take the braces away")
}

func errContradiction(token string, onBoard Result) *Error {
	return problem(CodeBadPGN, "the result "+token+" contradicts the board ("+onBoard.String()+")", "write "+onBoard.Token())
}

func errDerivedTag(name string) *Error {
	return problem(CodeBadTag, "the tag "+name+" follows from the game", "play, resign or load a position instead").of(name)
}

// errNotKept is about a PGN that reads back as another. It shows the first line that
// differs, or the result.
func errNotKept(pgn, again string) *Error {
	line := "the result"
	read := strings.Split(again, "\n")
	for i, written := range strings.Split(pgn, "\n") {
		if i >= len(read) || read[i] != written {
			line = quote(written)
			break
		}
	}
	return problem(CodeBadPGN, line+" would not be read as the same again", "set tags with Set, call Tidy on what is annotated, and see that the result fits the game").of(line)
}

// The places of errors: in a text, and in a game.

func placeOfText(line, column int) string {
	return "line " + strconv.Itoa(line) + ", column " + strconv.Itoa(column) + ": "
}

// placed returns the message about an action of a text, after what it does not say itself of
// the ply and the text.
func placed(message string, ply Ply, text string) string {
	var place []string
	if at := "ply " + ply.String(); !strings.Contains(message, at) {
		place = append(place, at)
	}
	if written := quote(text); !strings.Contains(message, written) {
		place = append(place, written)
	}
	if len(place) == 0 {
		return message
	}
	return strings.Join(place, ", ") + ": " + message
}

// Clocks, and endings that players decide.

func errNoBaseTime(base time.Duration) *Error {
	return problem(CodeBadClock, "the base time is "+base.String(), "give each side some time")
}
func errNegativeIncrement(increment time.Duration) *Error {
	return problem(CodeBadClock, "the increment is "+increment.String(), "give 0 or more")
}

var (
	noTimeSource   = sentence{CodeBadClock, "the clock has no time source", "pass time.Now"}
	clockNotKept   = sentence{CodeBadClock, "a game with a clock cannot be written whole", "keep the clock's times beside it and take it away with SetClock(nil), or write PGN()"}
	nobodyResigns  = sentence{CodeBadPlayer, "nobody resigns", "name White or Black"}
	nobodyTimedOut = sentence{CodeBadPlayer, "nobody's time has run out", "name White or Black"}
)

func errBoardEnding(r Reason) *Error {
	return problem(CodeBadReason, "a game ends by "+r.Words()+" on the board alone", "leave the reason out: it follows from the bans and moves")
}

func errOtherEnding(r Result) *Error {
	return problem(CodeBadReason, "this game cannot end with "+quote(r.String()), "make the reason and the winner fit the position")
}

// Sync states.

const askAgain = "ask the other side for its state again"

func errOtherNumber(of string, said, there int) *Error {
	return problem(CodeBadPly, "the sync state says "+of+" "+strconv.Itoa(said)+", its FEN says "+strconv.Itoa(there), askAgain)
}

func errOtherLast(last Action, fen string) *Error {
	return problem(CodeDesync, "the sync state says that "+last.String()+" was played last, but its FEN "+fen+" says otherwise", askAgain)
}

func errOtherPast(there, fen string) *Error {
	return problem(CodeDesync, "the past of the sync state leads to "+there+", but its FEN is "+fen, askAgain)
}

func errNoDraw(fen string) *Error {
	return problem(CodeDesync, "the FEN of the sync state, "+quote(fen)+", says that the game is drawn, but what led there does not", askAgain)
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
