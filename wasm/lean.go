//go:build js && wasm

package main

import (
	"encoding/binary"
	"unsafe"

	"github.com/banchess/banchess/game"
)

//lint:file-ignore U1000 staticcheck does not know that go:wasmexport is a use

// The lean channel is for the JavaScript library, which has to be fast: calls
// that are exports of the WebAssembly instance itself, with numbers for
// arguments and packed bytes in the program's memory for what is longer. No call
// crosses into JavaScript, which is what makes a callback slow.
//
// An action is 16 bits: to, from<<6, promotion<<12 (0, or 1 knight, 2 bishop, 3
// rook, 4 queen), and bit 15 for a ban. A call answers with a number; a negative
// one says that it failed, and banchess.lastError says how.
//
// The same guard holds: a panic fails the call and nothing else.

// lean is what the channel works on: the running module, the bytes that a call
// leaves its answer in, and those that it finds a long input in. The exports are
// functions without a receiver, so this one variable cannot be passed.
var lean struct {
	*module
	answer [4096]byte // more than 64 pieces with 27 targets each, or a FEN, take
	input  []byte
	legal  []game.Action // kept for its memory alone
}

const failed = -1

// withGame runs a call on the game of a handle, or makes it a failed one.
func withGame(handle int32, do func(h *heldGame) (int32, error)) (answer int32) {
	var err error
	defer func() {
		if r := recover(); r != nil {
			err = fault("a call", r)
		}
		if err != nil {
			answer = failed
			lean.object.Set("lastError", lean.failure(err))
		}
	}()
	h, ok := lean.games[int(handle)]
	if !ok {
		err = freedError()
		return failed
	}
	answer, err = do(h)
	return answer
}

func address(b []byte) int32 { return int32(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) }

// leanAnswer returns where answers are. It is the same address always.
//
//go:wasmexport banchess_answer
func leanAnswer() int32 { return address(lean.answer[:]) }

// leanInput makes room for n bytes of input and returns their address, 0 if that
// is too much. It holds until the next call of it.
//
//go:wasmexport banchess_input
func leanInput(n int32) int32 {
	if n <= 0 || n > maxText {
		return 0
	}
	if cap(lean.input) < int(n) {
		lean.input = make([]byte, n)
	}
	lean.input = lean.input[:n]
	return address(lean.input)
}

// leanNew makes a game at the start position.
//
//go:wasmexport banchess_new
func leanNew() int32 { return int32(lean.add(game.New()).handle) }

// leanClone makes a copy of a game.
//
//go:wasmexport banchess_clone
func leanClone(handle int32) int32 {
	return withGame(handle, func(h *heldGame) (int32, error) {
		return int32(lean.add(h.Clone()).handle), nil
	})
}

// leanFree forgets a game.
//
//go:wasmexport banchess_free
func leanFree(handle int32) { lean.free(int(handle)) }

// leanLive counts the games that are not freed, for tests.
//
//go:wasmexport banchess_live
func leanLive() int32 { return int32(len(lean.games)) }

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

// leanLegal writes the legal actions, two bytes each, the lower one first, and
// returns their number.
//
//go:wasmexport banchess_legal
func leanLegal(handle int32) int32 {
	return withGame(handle, func(h *heldGame) (int32, error) {
		lean.legal = h.AppendLegalActions(lean.legal[:0])
		for i, a := range lean.legal {
			binary.LittleEndian.PutUint16(lean.answer[2*i:], pack(a))
		}
		return int32(len(lean.legal)), nil
	})
}

// leanPlay plays an action and answers as leanLast.
//
//go:wasmexport banchess_play
func leanPlay(handle, code int32) int32 {
	return withGame(handle, func(h *heldGame) (int32, error) {
		a := unpack(uint16(code))
		if err := h.Play(a); err != nil {
			return failed, err
		}
		n := answerLast(h.Game) // before a listener can change the game again
		lean.sendAction(h, a, "api")
		return n, nil
	})
}

// leanLast writes the flags of the last action (two bytes, in the order of
// flagsOf), the length of its SAN, and then the SAN and the FEN as text. It
// returns the number of bytes, 0 before the first action.
//
//go:wasmexport banchess_last
func leanLast(handle int32) int32 {
	return withGame(handle, func(h *heldGame) (int32, error) {
		if h.Len() == 0 {
			return 0, nil
		}
		return answerLast(h.Game), nil
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
	b := append(lean.answer[:0], byte(bits), byte(bits>>8), byte(len(text)))
	return int32(len(append(append(b, text...), g.FEN()...)))
}

// leanShow has the board show a game, and what is done on the board be done in it.
//
//go:wasmexport banchess_show
func leanShow(handle int32) int32 {
	return withGame(handle, func(h *heldGame) (int32, error) {
		lean.show(h)
		return 0, nil
	})
}

// leanPlayAll plays n packed actions out of the input and returns how many it
// played: n, or fewer if the next one is not legal, which banchess.lastError
// then explains.
//
//go:wasmexport banchess_play_all
func leanPlayAll(handle, n int32) int32 {
	return withGame(handle, func(h *heldGame) (int32, error) {
		played := int32(0)
		for i := range min(int(n), len(lean.input)/2) {
			if illegal := h.Play(unpack(binary.LittleEndian.Uint16(lean.input[2*i:]))); illegal != nil {
				lean.object.Set("lastError", lean.failure(illegal))
				break
			}
			played++
		}
		if played > 0 {
			lean.sendChange(h, nil)
		}
		return played, nil
	})
}

// leanIsLegal answers 1 if the action may be played, otherwise 0.
//
//go:wasmexport banchess_is_legal
func leanIsLegal(handle, code int32) int32 {
	return withGame(handle, func(h *heldGame) (int32, error) {
		if h.IsLegal(unpack(uint16(code))) {
			return 1, nil
		}
		return 0, nil
	})
}

// leanState writes how the game stands: in four bytes each the ply and, as bits,
// inCheck, inCheckmate, inStalemate, inDraw, inThreefoldRepetition,
// insufficientMaterial, gameOver, canUndo, canRedo; then the squares of the ban
// in force, 64 if there is none.
//
//go:wasmexport banchess_state
func leanState(handle int32) int32 {
	return withGame(handle, func(h *heldGame) (int32, error) {
		var bits uint32
		r := h.Result()
		for i, set := range []bool{h.InCheck(), r.Reason.IsCheckmate(), r.Reason.IsStalemate(), r.Draw(), isRepeated(h.Game),
			isInsufficient(h.Game), r.Over(), h.CanUndo(), h.CanRedo()} {
			if set {
				bits |= 1 << i
			}
		}
		binary.LittleEndian.PutUint32(lean.answer[0:], uint32(h.Ply()))
		binary.LittleEndian.PutUint32(lean.answer[4:], bits)
		lean.answer[8], lean.answer[9] = byte(game.NoSquare), byte(game.NoSquare)
		if ban, in := h.Ban(); in {
			lean.answer[8], lean.answer[9] = byte(ban.From()), byte(ban.To())
		}
		return 0, nil
	})
}

// leanFEN writes the FEN and returns its length.
//
//go:wasmexport banchess_fen
func leanFEN(handle int32) int32 {
	return withGame(handle, func(h *heldGame) (int32, error) {
		return int32(copy(lean.answer[:], h.FEN())), nil
	})
}
