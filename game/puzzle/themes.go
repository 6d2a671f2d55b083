package puzzle

import (
	"slices"
	"strconv"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
)

// The themes besides mate-in-1, mate-in-2 and so on.
const (
	ThemeMate      = "mate"
	ThemeDefend    = "ban-or-be-mated"
	ThemeOnly      = "only-move"
	ThemeMaterial  = "material"
	ThemeStalemate = "stalemate"

	ThemeFirstBan  = "first-ban"
	ThemeFirstMove = "first-move"

	ThemeOpening    = "opening"
	ThemeMiddlegame = "middlegame"
	ThemeEndgame    = "endgame"

	ThemeMateByBan      = "checkmate-by-ban"
	ThemeQuiet          = "quiet-move"
	ThemeQuietBan       = "quiet-ban"
	ThemePromotion      = "promotion"
	ThemeUnderpromotion = "underpromotion"
	ThemeCastling       = "castling"
	ThemeEnPassant      = "en-passant"
)

// AllThemes returns every theme that a puzzle may have, sorted.
func AllThemes() []string {
	themes := []string{
		ThemeMate, ThemeDefend, ThemeOnly, ThemeMaterial, ThemeStalemate, ThemeFirstBan, ThemeFirstMove,
		ThemeOpening, ThemeMiddlegame, ThemeEndgame, ThemeMateByBan, ThemeQuiet, ThemeQuietBan, ThemePromotion,
		ThemeUnderpromotion, ThemeCastling, ThemeEnPassant,
	}
	for n := 1; n <= MaxTurns; n++ {
		themes = append(themes, themeMateIn(n))
	}
	slices.Sort(themes)
	return themes
}

func themeMateIn(n int) string { return "mate-in-" + strconv.Itoa(n) }

var kindThemes = map[Kind]string{
	Mate: ThemeMate, Defend: ThemeDefend, Only: ThemeOnly, Material: ThemeMaterial, Stalemate: ThemeStalemate,
}

// Themes returns what the puzzle is about, sorted: its goal, its first action, the
// phase of the game, and what happens in its main line.
func (p *Puzzle) Themes() []string {
	themes := []string{kindThemes[p.Goal.Kind], phaseOf(p.Position)}
	if p.Goal.Kind == Mate {
		themes = append(themes, themeMateIn(p.Goal.Turns))
	}
	if p.Position.Phase() == game.PhaseBan {
		themes = append(themes, ThemeFirstBan)
		if p.bansQuiet() {
			themes = append(themes, ThemeQuietBan)
		}
	} else {
		themes = append(themes, ThemeFirstMove)
	}
	themes = append(themes, p.lineThemes()...)
	slices.Sort(themes)
	return slices.Compact(themes)
}

// bansQuiet reports whether the first action bans a pair that does not capture, check or
// promote.
func (p *Puzzle) bansQuiet() bool {
	board := p.Position.Chess()
	pair := p.Key().Pair()
	if board.At(pair.To()) != chess.NoPiece {
		return false
	}
	var l chess.MoveList
	board.Moves(&l)
	for _, m := range l.Slice() {
		if m.Pair() == pair && (m.Promotion() != chess.NoRole || isEnPassant(&board, m) || board.After(m).InCheck()) {
			return false
		}
	}
	return true
}

// isEnPassant reports whether a move captures a pawn that it passes.
func isEnPassant(p *chess.Position, m chess.Move) bool {
	return p.At(m.From()).Role() == chess.Pawn && m.From().File() != m.To().File() && p.At(m.To()) == chess.NoPiece
}

// phaseOf is the phase of the game by the pieces that are left besides kings and
// pawns: of 14, six and fewer are an endgame, twelve and more an opening.
func phaseOf(p game.Position) string {
	pieces := 0
	for _, piece := range p.Board() {
		switch piece.Role() {
		case game.Knight, game.Bishop, game.Rook, game.Queen:
			pieces++
		}
	}
	switch {
	case pieces <= 6:
		return ThemeEndgame
	case pieces >= 12:
		return ThemeOpening
	}
	return ThemeMiddlegame
}

// lineThemes are those of the solver's moves in the main line.
func (p *Puzzle) lineThemes() []string {
	var themes []string
	g := game.NewFrom(p.Position)
	for i, a := range p.MainLine() {
		mine := g.ActivePlayer() == p.Solver()
		if a == Any {
			break // not in a main line that Parse has read
		}
		if g.Play(a) != nil {
			break
		}
		e := g.Entry(g.Len() - 1)
		if g.Result().Reason == game.CheckmateByBan && mine {
			themes = append(themes, ThemeMateByBan)
		}
		if !mine || !a.IsMove() {
			continue
		}
		switch a.Promotion() {
		case game.NoRole:
		case game.Queen:
			themes = append(themes, ThemePromotion)
		default:
			themes = append(themes, ThemePromotion, ThemeUnderpromotion)
		}
		if e.IsCastling() {
			themes = append(themes, ThemeCastling)
		}
		if e.IsEnPassant() {
			themes = append(themes, ThemeEnPassant)
		}
		if i == 0 && !e.IsCapture() && a.Promotion() == game.NoRole && !g.InCheck() {
			themes = append(themes, ThemeQuiet)
		}
	}
	return themes
}
