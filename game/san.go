package game

import (
	"slices"
	"strings"

	"github.com/banchess/banchess/game/chess"
)

// SAN returns a legal move of this position in standard algebraic notation, with the
// indicator of the position to which it leads. The error of an illegal move is that of
// Check.
func (p Position) SAN(m Move) (string, error) {
	after, err := p.Play(MoveAction(m))
	if err != nil {
		return "", err
	}
	return p.n.san(m) + string(after.Indicator()), nil
}

// san writes a legal move without an indicator.
func (n *board) san(m Move) string { return string(n.appendSAN(make([]byte, 0, 8), m)) }

func (n *board) appendSAN(b []byte, m Move) []byte {
	from, to := m.From(), m.To()
	role := n.At(from).Role()
	capture := n.At(to) != NoPiece || role == Pawn && from.File() != to.File()
	files := castlingFiles(m.Pair())
	switch {
	case role == King && files > 0:
		return append(b, "O-O"...)
	case role == King && files < 0:
		return append(b, "O-O-O"...)
	case role == Pawn:
		if capture {
			b = append(b, byte('a'+from.File()), 'x')
		}
		b = to.AppendTo(b)
		if m.Promotion() != NoRole {
			b = append(b, '=', m.Promotion().Letter()-0x20)
		}
		return b
	}
	b = append(b, role.Letter()-0x20)
	b = n.appendOrigin(b, from, to, role)
	if capture {
		b = append(b, 'x')
	}
	return to.AppendTo(b)
}

// appendOrigin adds the file, the rank or both of the moving piece where another
// of its kind has a legal move to the same square. A banned move counts too, so
// that the notation is the same for readers who leave the bans out.
func (n *board) appendOrigin(b []byte, from, to Square, role Role) []byte {
	var other, sameFile, sameRank bool
	for s := n.Pieces(n.Mover(), role) &^ from.Bit(); s != 0; s &= s - 1 {
		if at := s.First(); n.HasPair(NewPair(at, to)) {
			other = true
			sameFile = sameFile || at.File() == from.File()
			sameRank = sameRank || at.Rank() == from.Rank()
		}
	}
	switch {
	case !other:
		return b
	case !sameFile:
		return append(b, byte('a'+from.File()))
	case !sameRank:
		return append(b, byte('1'+from.Rank()))
	}
	return from.AppendTo(b)
}

// sanPattern is what the text of a move says: the parts that are not said are
// NoRole, -1 or NoSquare.
type sanPattern struct {
	role             Role
	file, rank       int // of the origin
	to               Square
	promotion        Role
	castle           int // files the king goes, 0 for no castling
	promotionWritten bool
}

// ParseSAN reads a move as people write it, and returns the one legal move that is meant.
// It accepts SAN and long forms ("Nf3", "Ng1f3", "Ng1-f3", "exd5", "e8=Q", "e8Q",
// "e8(Q)", "e8/Q") and coordinates ("e2e4", "e2-e4", "e7e8q"), castling with letters or
// zeros, a missing "x", indicators, "!", "?" and "e.p.". Errors: CodeBadSAN (the text is
// not a move), CodeAmbiguousMove, CodeWrongPhase, CodeGameOver, CodeIllegalMove,
// CodeBanned and CodePromotionRequired.
func (p Position) ParseSAN(text string) (Move, error) {
	if p.n == nil || p.Phase() != PhaseMove || p.Result().Over() {
		return NoMove, p.refuse(NewMove(0, 1, NoRole), p.Result()).of(text)
	}
	pattern, ok := readSAN(text)
	if !ok {
		return NoMove, attempt{p: p, text: text}.notMove()
	}
	candidates := p.n.matching(pattern)
	var open []Move // those that are not banned
	for _, m := range candidates {
		if m.Pair() != p.ban {
			open = append(open, m)
		}
	}
	switch {
	case len(open) == 1:
		return open[0], nil
	case len(open) > 1 && samePair(open): // promotions of one pair: the role is missing
		return NoMove, p.refuse(MoveAction(Move(open[0].Pair())), Result{}).of(text)
	case len(open) > 1:
		return NoMove, attempt{p: p, text: text}.ambiguousMove(p.n.sansOf(open))
	case len(candidates) > 0:
		return NoMove, p.refuse(MoveAction(candidates[0]), Result{}).of(text)
	}
	return NoMove, p.noSuchMove(text, pattern)
}

// noSuchMove explains the text of a move that fits none that is legal. At a ban
// ply a move is meant to be banned.
func (p Position) noSuchMove(text string, pattern sanPattern) error {
	banning := p.Phase() == PhaseBan
	if pattern.file < 0 || pattern.rank < 0 {
		why, meant := p.whyNone(pattern)
		if !banning && p.ban != NoPair && slices.Contains(meant, p.ban) {
			return p.refuse(MoveAction(Move(p.ban)), Result{}).of(text) // castling, written as a king's move
		}
		return attempt{p, text, meant}.illegal(why)
	}
	from := SquareAt(pattern.file, pattern.rank)
	if role := p.PieceAt(from).Role(); role != NoRole && pattern.role != NoRole && pattern.role != role {
		return attempt{p, text, []Pair{NewPair(from, pattern.to)}}.illegal(whyOtherPiece(role, from))
	}
	if banning {
		return p.refuse(NewBan(from, pattern.to), Result{}).of(text)
	}
	return p.refuse(NewMove(from, pattern.to, pattern.promotion), Result{}).of(text)
}

func (n *board) sansOf(moves []Move) []string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = n.san(m)
	}
	return words
}

func samePair(moves []Move) bool {
	for _, m := range moves {
		if m.Pair() != moves[0].Pair() {
			return false
		}
	}
	return true
}

// matching returns the legal moves, banned or not, that the pattern fits, several of
// them in the order of the library's list. That list takes most of the time of reading
// a game, so it is left alone where one move fits or none.
func (n *board) matching(pattern sanPattern) []Move {
	if n.Mover() == NoPlayer { // the board of the zero Position
		return nil
	}
	var list chess.MoveList
	n.Moves(&list)
	var moves []Move
	for _, m := range list.Slice() {
		if n.fits(m, pattern) {
			moves = append(moves, m)
		}
	}
	if len(moves) < 2 {
		return moves
	}
	moves = moves[:0]
	for _, m := range n.legal().moves {
		if n.fits(m, pattern) {
			moves = append(moves, m)
		}
	}
	return moves
}

// fits reports whether a legal move is one that the pattern may mean.
func (n *board) fits(m Move, pattern sanPattern) bool {
	from := m.From()
	role := n.At(from).Role()
	files := castlingFiles(m.Pair())
	castles := role == King && files != 0
	if pattern.castle != 0 {
		return castles && files == pattern.castle
	}
	return m.To() == pattern.to &&
		(pattern.file < 0 || from.File() == pattern.file) &&
		(pattern.rank < 0 || from.Rank() == pattern.rank) &&
		(!pattern.promotionWritten || m.Promotion() == pattern.promotion) &&
		(!castles || pattern.rank >= 0) && // "Kg1" is not castling, the coordinates e1g1 are
		(pattern.role == NoRole || role == pattern.role)
}

// readSAN takes the text of a move apart. Coordinates leave the role open.
func readSAN(text string) (sanPattern, bool) {
	pattern := sanPattern{role: Pawn, file: -1, rank: -1, to: NoSquare}
	s := strings.TrimSpace(text)
	s = strings.TrimRight(s, "!?")
	s = strings.TrimSuffix(strings.TrimSpace(s), "e.p.")
	s, _ = cutIndicator(strings.TrimSpace(s))
	switch strings.ReplaceAll(strings.ReplaceAll(s, "0", "O"), "o", "O") {
	case "O-O", "OO":
		pattern.role, pattern.castle = King, 2
		return pattern, true
	case "O-O-O", "OOO":
		pattern.role, pattern.castle = King, -2
		return pattern, true
	}
	if s == "" {
		return pattern, false
	}
	if r := chess.RoleOf(s[0]); r != NoRole && s[0] < 'a' {
		pattern.role = r
		s = s[1:]
	}
	s, pattern.promotion = cutPromotion(s)
	pattern.promotionWritten = pattern.promotion != NoRole
	if pattern.promotionWritten && pattern.role != Pawn {
		return pattern, false
	}
	// A sign may stand before the square that the move goes to.
	if i := len(s) - 3; i >= 0 && strings.IndexByte("x-:", s[i]) >= 0 {
		s = s[:i] + s[i+1:]
	}
	if len(s) < 2 {
		return pattern, false
	}
	var err error
	pattern.to, err = chess.ParseSquare(s[len(s)-2:])
	origin := s[:len(s)-2]
	if err != nil || len(origin) > 2 {
		return pattern, false
	}
	for i := 0; i < len(origin); i++ {
		switch c := origin[i]; {
		case c >= 'a' && c <= 'h' && pattern.file < 0 && pattern.rank < 0:
			pattern.file = int(c - 'a')
		case c >= '1' && c <= '8' && pattern.rank < 0:
			pattern.rank = int(c - '1')
		default:
			return pattern, false
		}
	}
	if pattern.role == Pawn && len(origin) == 2 && s == strings.ToLower(s) {
		pattern.role = NoRole
	}
	return pattern, true
}

// cutPromotion takes the promotion off the end: "=Q", "/Q", "(Q)", "Q", "q". After
// a sign it may be a role that no pawn can become, such as "=K".
func cutPromotion(s string) (string, Role) {
	t := s
	closed := strings.HasSuffix(t, ")")
	t = strings.TrimSuffix(t, ")")
	if len(t) < 3 || chess.RoleOf(t[len(t)-1]) == NoRole {
		return s, NoRole
	}
	role := chess.RoleOf(t[len(t)-1])
	rest := t[:len(t)-1]
	switch last := rest[len(rest)-1]; {
	case closed && last == '(', !closed && (last == '=' || last == '/'):
		return rest[:len(rest)-1], role
	case !closed && role.CanPromoteTo() && (last == '1' || last == '8'):
		return rest, role
	}
	return s, NoRole
}

// ParseInput reads an action as a person types it in this position, and returns a legal
// action. At a ban ply it reads a pair ("e2e4", "e2-e4"), BCN ("b:e2e4"), or the SAN of a
// move with the pair to ban. At a move ply it reads everything that ParseSAN reads, and
// BCN.
func (p Position) ParseInput(text string) (Action, error) {
	text = strings.TrimSpace(text)
	if a, ok := parseAction(text); ok {
		return a, p.Check(a)
	}
	if p.Phase() == PhaseMove {
		m, err := p.ParseSAN(text)
		if err != nil {
			return Action{}, err
		}
		return MoveAction(m), nil
	}
	if p.n == nil || p.Result().Over() {
		return Action{}, p.refuse(NewBan(0, 1), p.Result()).of(text)
	}
	pattern, ok := readSAN(strings.Replace(text, "–", "-", 1)) // as bans are shown
	if !ok {
		return Action{}, attempt{p: p, text: text}.notPair()
	}
	switch moves := p.n.matching(pattern); {
	case len(moves) == 0:
		return Action{}, p.noSuchMove(text, pattern)
	case !samePair(moves):
		return Action{}, attempt{p: p, text: text}.ambiguousBan(moves[0].Pair())
	default:
		return BanAction(moves[0].Pair()), nil
	}
}
