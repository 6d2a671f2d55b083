//go:build js && wasm

package main

import (
	"encoding/binary"
	"runtime"
	"strconv"
	"unsafe"

	"github.com/banchess/banchess/game"
)

//lint:file-ignore U1000 staticcheck does not know that go:wasmexport is a use

// The calls here are for the JavaScript library, which has to be fast: they are
// exports of the WebAssembly instance itself, with numbers for arguments and
// packed bytes in the program's memory for what is longer. No call crosses into
// JavaScript, which is what makes a callback slow.
//
// An action is 16 bits: to, from<<6, promotion<<12 (0, or 1 knight, 2 bishop, 3
// rook, 4 queen), and bit 15 for a ban. A call answers with a number; a negative
// one says that it failed, and banchess.lastError says how.
//
// They are guarded as callbacks are: a panic fails the call and nothing else.

// exported is what these calls work on: the running module, the bytes that a call
// leaves its answer in, and those that it finds a long input in. The exports are
// functions without a receiver, so this one variable cannot be passed.
var exported struct {
	*module
	answer [4096]byte // more than 64 pieces with 27 targets each, or a FEN, take
	input  []byte
	legal  []game.Action // kept for its memory alone
}

const failed = -1

// withGame runs a call on the game of a handle, or makes it a failed one.
func withGame(handle int32, do func(h *heldGame) int32) int32 {
	return guarded(func() int32 { return do(exported.get(games, int(handle)).game) })
}

func guarded(do func() int32) (answer int32) {
	defer func() {
		if r := recover(); r != nil {
			answer = failed
			exported.refuse(fault("a call", r))
		}
	}()
	return do()
}

// refuse sets banchess.lastError.
func (m *module) refuse(err error) { m.object.Set("lastError", m.failure(err)) }

// bit is 1 for true.
func bit(so bool) int32 {
	if so {
		return 1
	}
	return 0
}

func address(b []byte) int32 { return int32(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) }

// exportAnswer returns where answers are. It is the same address always.
//
//go:wasmexport banchess_answer
func exportAnswer() int32 { return address(exported.answer[:]) }

// exportInput reserves n bytes of input and returns their address, 0 if that
// is too much. It holds until the next call of it.
//
//go:wasmexport banchess_input
func exportInput(n int32) int32 {
	const most, keep = 3 * maxText, 1 << 16 // a text as UTF-8; what is longer is not kept for the next
	if n < 0 || n > most {
		return 0
	}
	if c := cap(exported.input); c < max(int(n), 1) || c > max(int(n), keep) {
		exported.input = make([]byte, max(int(n), keep))
	}
	exported.input = exported.input[:n]
	return address(exported.input)
}

// exportNew makes a game at the start position.
//
//go:wasmexport banchess_new
func exportNew() int32 { return int32(exported.add(game.New()).handle) }

// exportClone makes a copy of a game.
//
//go:wasmexport banchess_clone
func exportClone(handle int32) int32 {
	return withGame(handle, func(h *heldGame) int32 {
		return int32(exported.add(h.Clone()).handle)
	})
}

// exportTreeGame makes the game of the line that leads to a node of a tree.
//
//go:wasmexport banchess_tree_game
func exportTreeGame(handle, node int32) int32 {
	return guarded(func() int32 {
		t := exported.get(trees, int(handle)).tree
		return int32(exported.add(t.Game(t.node(int(node)))).handle)
	})
}

// exportFree forgets what a handle stands for.
//
//go:wasmexport banchess_free
func exportFree(handle int32) { exported.free(int(handle)) }

// exportLive counts what is not freed, for tests.
//
//go:wasmexport banchess_live
func exportLive() int32 { return int32(len(exported.all)) }

// exportHeap collects the garbage and returns how many bytes are in use, for tests.
//
//go:wasmexport banchess_heap
func exportHeap() int32 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int32(stats.HeapAlloc)
}

func pack(a game.Action) uint16 {
	code := uint16(a.Pair().From())<<6 | uint16(a.Pair().To())
	switch {
	case a.IsBan():
		code |= 1 << 15
	case a.Promotion() != game.NoRole:
		code |= uint16(a.Promotion()-game.Pawn) << 12
	}
	return code
}

func unpack(code uint16) game.Action {
	from, to := game.Square(code>>6&63), game.Square(code&63)
	if code>>15 != 0 {
		return game.NewBan(from, to)
	}
	if r := code >> 12 & 7; r != 0 {
		return game.NewMove(from, to, game.Pawn+game.Role(r))
	}
	return game.NewMove(from, to, game.NoRole)
}

// exportLegal writes the legal actions, two bytes each, the lower one first, and
// returns their number.
//
//go:wasmexport banchess_legal
func exportLegal(handle int32) int32 {
	return withGame(handle, func(h *heldGame) int32 {
		exported.legal = h.AppendLegalActions(exported.legal[:0])
		for i, a := range exported.legal {
			binary.LittleEndian.PutUint16(exported.answer[2*i:], pack(a))
		}
		return int32(len(exported.legal))
	})
}

// exportPlay plays an action and answers as exportLast.
//
//go:wasmexport banchess_play
func exportPlay(handle, code int32) int32 {
	return withGame(handle, func(h *heldGame) int32 {
		a := unpack(uint16(code))
		raise(h.Play(a))
		n := answerLast(h.Game)
		if h == exported.shown {
			answer := exported.answer // a listener may change the game again, and ask for other answers
			exported.sendAction(h, a, "api")
			exported.answer = answer
		}
		return n
	})
}

// exportLast writes the flags of the last action (two bytes, in the order of
// flagsOf), the role of its piece with that of the captured one <<4 (1 pawn … 6
// king), the length of its SAN, and then the SAN and the FEN as text. It returns
// the number of bytes, 0 before the first action.
//
//go:wasmexport banchess_last
func exportLast(handle int32) int32 {
	return withGame(handle, func(h *heldGame) int32 {
		if h.Len() == 0 {
			return 0
		}
		return answerLast(h.Game)
	})
}

func answerLast(g *game.Game) int32 {
	e := g.Entry(g.Len() - 1)
	bits := 0
	for i, flag := range flagsOf(e) {
		if flag.set {
			bits |= 1 << i
		}
	}
	text := san(g, e)
	roles := byte(e.Piece().Role()) | byte(e.Captured().Role())<<4
	b := append(exported.answer[:0], byte(bits), byte(bits>>8), roles, byte(len(text)))
	return int32(len(append(append(b, text...), g.FEN()...)))
}

// exportShow has the board show a game, and what is done on the board be done in it.
//
//go:wasmexport banchess_show
func exportShow(handle int32) int32 {
	return withGame(handle, func(h *heldGame) int32 {
		exported.show(h)
		return 0
	})
}

// exportLoadFEN begins the game at the FEN of n bytes in the input, writes the FEN of
// its start as it would be written, and returns the length. Where indicators are
// written stays.
//
//go:wasmexport banchess_load_fen
func exportLoadFEN(handle, n int32) int32 {
	return withGame(handle, func(h *heldGame) int32 {
		g := must(game.NewFromFEN(inputText(n)))
		g.Indicators = h.Indicators
		h.Game = g
		exported.sendChange(h)
		return int32(copy(exported.answer[:], g.Start().FEN()))
	})
}

// exportPlayAll plays n packed actions out of the input and returns how many it
// played: n, or fewer if the next one is not legal, which banchess.lastError
// then explains.
//
//go:wasmexport banchess_play_all
func exportPlayAll(handle, n int32) int32 {
	return withGame(handle, func(h *heldGame) int32 {
		played := int32(0)
		for i := range min(int(n), len(exported.input)/2) {
			if illegal := h.Play(unpack(binary.LittleEndian.Uint16(exported.input[2*i:]))); illegal != nil {
				exported.refuse(illegal)
				break
			}
			played++
		}
		if played > 0 {
			exported.sendChange(h)
		}
		return played
	})
}

// inputText is the text of n bytes in the input.
func inputText(n int32) string {
	return string(exported.input[:min(max(int(n), 0), len(exported.input))])
}

// exportParse returns the action that the n bytes of the input mean at the game's
// position, as people write it.
//
//go:wasmexport banchess_parse
func exportParse(handle, n int32) int32 {
	return withGame(handle, func(h *heldGame) int32 {
		return int32(pack(parseInput(h.Position(), inputText(n))))
	})
}

// exportStep takes the last action back, or with a positive number plays the one again
// that was taken back; it answers 1, or 0 if there was nothing.
//
//go:wasmexport banchess_step
func exportStep(handle, by int32) int32 {
	return withGame(handle, func(h *heldGame) int32 {
		step := h.Undo
		if by > 0 {
			step = h.Redo
		}
		return bit(exported.sendIf(h, step()))
	})
}

// exportIsLegal answers 1 if the action may be played, otherwise 0.
//
//go:wasmexport banchess_is_legal
func exportIsLegal(handle, code int32) int32 {
	return withGame(handle, func(h *heldGame) int32 {
		return bit(h.IsLegal(unpack(uint16(code))))
	})
}

// exportState writes how the game stands: in four bytes each the ply and, as bits,
// inCheck, inCheckmate, inStalemate, inDraw, inThreefoldRepetition,
// insufficientMaterial, gameOver, canUndo, canRedo; then the squares of the ban
// in force, 64 without one.
//
//go:wasmexport banchess_state
func exportState(handle int32) int32 {
	return withGame(handle, func(h *heldGame) int32 {
		var bits uint32
		r, board := h.Result(), h.Position().Chess()
		for i, set := range []bool{h.InCheck(), r.Reason.IsCheckmate(), r.Reason.IsStalemate(), r.Draw(), h.Entry(h.Len()-1).Occurrences >= 3,
			board.InsufficientMaterial(), r.Over(), h.CanUndo(), h.CanRedo()} {
			if set {
				bits |= 1 << i
			}
		}
		binary.LittleEndian.PutUint32(exported.answer[0:], uint32(h.Ply()))
		binary.LittleEndian.PutUint32(exported.answer[4:], bits)
		exported.answer[8], exported.answer[9] = byte(game.NoSquare), byte(game.NoSquare)
		if ban, in := h.Ban(); in {
			exported.answer[8], exported.answer[9] = byte(ban.From()), byte(ban.To())
		}
		return 0
	})
}

// exportFEN writes the FEN and returns its length.
//
//go:wasmexport banchess_fen
func exportFEN(handle int32) int32 {
	return withGame(handle, func(h *heldGame) int32 {
		return int32(copy(exported.answer[:], h.FEN()))
	})
}

// exportPosition writes the board, a1 first, as the letters of a FEN and a space for
// an empty square; after it the full-move number (four bytes) and the hash (eight).
//
//go:wasmexport banchess_position
func exportPosition(handle int32) int32 {
	return withGame(handle, func(h *heldGame) int32 {
		p, answer := h.Position(), &exported.answer
		for i, piece := range p.Board() {
			answer[i] = ' '
			if piece != game.NoPiece {
				answer[i] = piece.Letter()
			}
		}
		binary.LittleEndian.PutUint32(answer[64:], uint32(p.FullmoveNumber()))
		binary.LittleEndian.PutUint64(answer[68:], p.Hash())
		return 0
	})
}

// exportAttackers writes the squares from which a square is attacked, and returns
// their number. What is the square, and 64 more for an attack by Black.
//
//go:wasmexport banchess_attackers
func exportAttackers(handle, what int32) int32 {
	return withGame(handle, func(h *heldGame) int32 {
		by := game.White
		if what&64 != 0 {
			by = game.Black
		}
		squares := h.Position().Attackers(game.Square(what&63), by)
		for i, square := range squares {
			exported.answer[i] = byte(square)
		}
		return int32(len(squares))
	})
}

// maxPerft is more than anybody waits for at the start position.
const maxPerft = 12

// exportPerft writes the number of lines of so many actions in eight bytes.
//
//go:wasmexport banchess_perft
func exportPerft(handle, depth int32) int32 {
	return withGame(handle, func(h *heldGame) int32 {
		if depth < 0 || depth > maxPerft {
			raise(badArgument("the depth is "+strconv.Itoa(int(depth)), "pass a whole number from 0 to "+strconv.Itoa(maxPerft)))
		}
		binary.LittleEndian.PutUint64(exported.answer[:], game.Perft(h.Position(), int(depth)))
		return 0
	})
}
