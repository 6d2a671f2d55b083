//go:build js && wasm

// Banchess-picture.wasm makes the pictures of the page and of the JavaScript library. It is
// a program of its own because the rules, which banchess-core.wasm has, are larger without
// need: what is drawn comes as FENs, and pictures are loaded only when one is asked for.
//
// It is called through exports, with numbers for arguments and texts and bytes in its
// memory, and does its work in steps, between which its caller can do something else, or
// drop it:
//
//	banchess_picture_input(n)   reserves n bytes for a request, and returns its address
//	banchess_picture_begin()    reads the request; 0, or -1
//	banchess_picture_step()     works for some milliseconds; the part that is done in
//	                            millionths, which is 1000000 at the end, or -1
//	banchess_picture_output()   the address of what the last call has written: a piece of the
//	                            picture, or after -1 the lines of an error: code, message, hint
//	banchess_picture_length()   the length of that
//
// See request.go for what a request says.
package main

import (
	"bytes"
	"errors"
	"iter"
	"strings"
	"time"
	"unsafe"

	"github.com/banchess/banchess/game/picture/scene"
)

//lint:file-ignore U1000 staticcheck does not know that go:wasmexport is a use

// version is what a request has to name. The build sets it, with spaces after it; in a sealed
// site there is nothing else, because its address says what the program is.
var version = "dev"

func versionOf() string { return strings.TrimRight(version, " ") }

// slice is how long a step takes at least.
const slice = 16 * time.Millisecond

// whole is what a step answers at the end.
const whole = 1_000_000

// program is what the exports, which have no receiver, work on.
var program struct {
	input []byte
	next  func() (float64, bool) // goes on with the picture
	out   bytes.Buffer
	err   error
}

//go:wasmexport banchess_picture_input
func input(n int32) int32 {
	const most = 16 << 20
	if n < 0 || n > most {
		return 0
	}
	program.input = make([]byte, max(n, 1))
	return address(program.input)
}

//go:wasmexport banchess_picture_begin
func begin() int32 {
	program.out.Reset()
	r, err := parse(string(program.input))
	if err != nil {
		return fail(err)
	}
	program.err = nil
	program.next, _ = iter.Pull(func(yield func(float64) bool) {
		program.err = r.draw(&program.out, func(done float64) error {
			yield(done)
			return nil
		})
	})
	return 0
}

//go:wasmexport banchess_picture_step
func step() int32 {
	program.out.Reset()
	for begun := time.Now(); ; {
		done, more := program.next()
		switch {
		case program.err != nil:
			return fail(program.err)
		case !more:
			return whole
		case time.Since(begun) >= slice:
			return min(int32(done*whole), whole-1)
		}
	}
}

func fail(err error) int32 {
	e, ok := errors.AsType[*scene.Error](err)
	if !ok {
		e = &scene.Error{Code: "internal", Message: err.Error()}
	}
	program.out.Reset()
	program.out.WriteString(e.Code + "\n" + e.Message + "\n" + e.Hint)
	return -1
}

//go:wasmexport banchess_picture_output
func output() int32 { return address(program.out.Bytes()) }

//go:wasmexport banchess_picture_length
func length() int32 { return int32(program.out.Len()) }

func address(b []byte) int32 { return int32(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) }

func main() { select {} }
