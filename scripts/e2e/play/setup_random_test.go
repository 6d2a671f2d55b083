package play

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	rules "github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/scripts/e2e"
)

// build is JavaScript for a function that makes a position with the controls of the editor, as
// the keyboard uses them, and tells what they offered.
const build = `(async ({pieces, act, number, castling, enPassant, ban}) => {
	const one = (selector) => document.querySelector("#setup " + selector);
	const set = (selector, value) => {
		const field = one(selector);
		field.value = value;
		field.dispatchEvent(new Event("change", {bubbles: true}));
	};
	const offered = (selector) => [...document.querySelectorAll(selector + " option")].map(({value}) => value).filter(Boolean).sort();
	one("#setup-clear").click();
	for (const [piece, square] of pieces) {
		one("[data-choose=" + piece + "] input").click();
		one("[data-square=" + square + "]").click();
	}
	set("#setup-number", number);
	one("[name=setup-act][value='" + act + "']").click();
	const rights = [...document.querySelectorAll("[name=setup-castling]")].filter((box) => !box.disabled).map(({value}) => value);
	for (const right of castling) one("[name=setup-castling][value=" + right + "]").click();
	const passed = offered("#setup-passant");
	if (enPassant) set("#setup-passant", enPassant);
	const bans = one("#setup-ban") ? offered("#setup-ban") : [];
	if (ban) set("#setup-ban", ban);
	return {
		fen: one("#setup-fen").value, rights: rights.join(""), passed, bans,
		faults: [...document.querySelectorAll("#setup-faults li")].map(({textContent}) => textContent),
	};
})`

// told is what the editor says of a position.
type told struct {
	FEN    string   `json:"fen"`
	Rights string   `json:"rights"`
	Passed []string `json:"passed"`
	Bans   []string `json:"bans"`
	Faults []string `json:"faults"`
}

// tell returns what the rules say of a position: the FEN, or the faults in the editor's words.
func tell(s rules.Setup) (fen string, faults []string) {
	position, err := s.Position()
	if err == nil {
		return position.FEN(), nil
	}
	for _, fault := range err.(*rules.Error).Faults {
		text := strings.ReplaceAll(fault.Error(), "'s", "’s")
		faults = append(faults, strings.ToUpper(text[:1])+strings.TrimSuffix(text[1:], ".")+".")
	}
	return s.FEN(), faults
}

// The positions that are made in the editor are those of the rules: 300 at random have the FEN,
// the faults, the castling rights, the en passant squares and the bans that the Go package
// gives, which sets them up on its own.
func TestSetupAgreesWithTheRules(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready().SetUp(true)
	random := rand.New(rand.NewPCG(20, 26))
	possible, impossible := 0, 0
	for n := range 300 {
		s := randomSetup(random, n%3 == 0)
		castling, offeredRights := randomRights(random, s)
		passed := passable(s)
		s.Castling = castling
		if len(passed) > 0 && random.IntN(2) == 0 {
			s.EnPassant = passed[random.IntN(len(passed))]
		}
		bans := bannable(s)
		if len(bans) > 0 && random.IntN(3) > 0 {
			s.Ban = bans[random.IntN(len(bans))]
		}
		fen, faults := tell(s)
		var got told
		input, err := json.Marshal(inputOf(s))
		p.Must(err)
		p.Must(p.Eval(build+"("+string(input)+")", &got))
		want := told{FEN: fen, Rights: offeredRights, Passed: names(passed), Bans: names(bans), Faults: faults}
		if !slices.Equal(got.Passed, want.Passed) || !slices.Equal(got.Bans, want.Bans) || !slices.Equal(got.Faults, want.Faults) || got.FEN != want.FEN || got.Rights != want.Rights {
			t.Fatalf("position %d:\n got %+v\nwant %+v", n, got, want)
		}
		if faults == nil {
			possible++
		} else {
			impossible++
		}
	}
	if possible < 50 || impossible < 50 {
		t.Errorf("%d positions are possible and %d impossible", possible, impossible)
	}
	// What cannot be chosen can still be typed: the faults are those of the rules.
	for n := range 100 {
		s := randomSetup(random, n%3 == 0)
		s.Castling = []string{"-", "K", "Qk", "KQkq"}[random.IntN(4)]
		s.EnPassant = chess.Square(random.IntN(64))
		s.Halfmove = random.IntN(3)
		from := random.IntN(64)
		s.Ban = chess.NewPair(chess.Square(from), chess.Square((from+1+random.IntN(63))%64))
		fen, faults := tell(s)
		var got []string
		p.Must(p.Eval(`(() => {
			const field = document.getElementById("setup-fen");
			field.value = `+e2e.Quote(s.FEN())+`;
			field.dispatchEvent(new Event("input", {bubbles: true}));
			return [...document.querySelectorAll("#setup-faults li")].map(({textContent}) => textContent);
		})()`, &got))
		if !slices.Equal(got, faults) {
			t.Fatalf("%s (%s):\n got %q\nwant %q", s.FEN(), fen, got, faults)
		}
	}
}

// randomSetup returns pieces at random, and who acts. Wild ones have kings and pawns anywhere.
func randomSetup(random *rand.Rand, wild bool) rules.Setup {
	s := rules.NewSetup()
	free := random.Perm(64)
	put := func(piece rules.Piece) {
		at := slices.IndexFunc(free, func(sq int) bool {
			return wild || piece.Role() != chess.Pawn || sq/8 != 0 && sq/8 != 7
		})
		s.Board[free[at]] = piece
		free = slices.Delete(free, at, at+1)
	}
	if wild {
		for range random.IntN(3) {
			put(chess.NewPiece(chess.White, chess.King))
		}
		put(chess.NewPiece(chess.Black, chess.King))
	} else {
		for _, home := range chess.CastlingHomes() {
			if king := chess.NewPiece(home.Player, chess.King); s.Board[home.King] == king || random.IntN(2) == 0 {
				s.Board[home.King], s.Board[home.Rook] = king, chess.NewPiece(home.Player, chess.Rook)
			}
		}
		free = slices.DeleteFunc(free, func(sq int) bool { return s.Board[sq] != chess.NoPiece })
		for _, player := range []rules.Player{chess.White, chess.Black} {
			if !slices.Contains(s.Board[:], chess.NewPiece(player, chess.King)) {
				put(chess.NewPiece(player, chess.King))
			}
		}
	}
	for range random.IntN(8) {
		role := []rules.Role{chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn, chess.Pawn, chess.Pawn}[random.IntN(7)]
		put(chess.NewPiece([]rules.Player{chess.White, chess.Black}[random.IntN(2)], role))
	}
	s.Fullmove = 1 + random.IntN(60)
	s.Ply = rules.Ply(4*(s.Fullmove-1) + 1 + random.IntN(4))
	s.Mover = s.Ply.Mover()
	return s
}

// randomRights returns some castling rights, and all for which king and rook are at home.
func randomRights(random *rand.Rand, s rules.Setup) (some, all string) {
	for i, home := range chess.CastlingHomes() {
		if s.Board[home.King] != chess.NewPiece(home.Player, chess.King) || s.Board[home.Rook] != chess.NewPiece(home.Player, chess.Rook) {
			continue
		}
		all += "KQkq"[i : i+1]
		if random.IntN(2) == 0 {
			some += "KQkq"[i : i+1]
		}
	}
	return some, all
}

// passable returns the squares that add no fault as the en passant square.
func passable(s rules.Setup) (squares []rules.Square) {
	_, faults := tell(s)
	for sq := range chess.Square(64) {
		s.EnPassant = sq
		if _, more := tell(s); len(more) == len(faults) {
			squares = append(squares, sq)
		}
	}
	return squares
}

// bannable returns the pairs that can be in force, none in an impossible position or at a ban.
func bannable(s rules.Setup) []rules.Pair {
	if s.Ply.Phase() == rules.PhaseBan {
		return nil
	}
	if _, err := s.Position(); err != nil {
		return nil
	}
	s.Ply--
	before, err := s.Position()
	if err != nil {
		return nil
	}
	return before.LegalBans()
}

// names returns values as sorted texts.
func names[T interface{ String() string }](values []T) []string {
	texts := []string{}
	for _, v := range values {
		texts = append(texts, v.String())
	}
	slices.Sort(texts)
	return texts
}

// inputOf returns a position as the function build takes it.
func inputOf(s rules.Setup) map[string]any {
	pieces := [][2]string{}
	for sq, piece := range s.Board {
		if piece != chess.NoPiece {
			letter := strings.ToUpper(string(piece.Letter()))
			pieces = append(pieces, [2]string{piece.Player().String()[:1] + letter, chess.Square(sq).String()})
		}
	}
	input := map[string]any{"pieces": pieces, "act": s.Mover.String() + " " + s.Ply.Phase().String(), "number": s.Fullmove, "castling": strings.Split(strings.Trim(s.Castling, "-"), "")}
	if s.EnPassant != chess.NoSquare {
		input["enPassant"] = s.EnPassant.String()
	}
	if s.Ban != chess.NoPair {
		input["ban"] = s.Ban.String()
	}
	return input
}
