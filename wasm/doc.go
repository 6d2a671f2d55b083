//go:build js && wasm

// Command wasm is what a page, a worker or Node loads: the rules of Ban Chess
// as JavaScript values, and with them, unless the build tag "core" leaves it
// out, the board on the screen.
//
// # What it sets
//
// The program sets globalThis.banchess first of all, within the call of
// go.run(instance), so a page that loads the file with nothing but wasm_exec.js can
// use it right behind that call. For others globalThis.banchessReady is a promise
// for the object, and where globalThis can dispatch events (a page, a worker) an
// event "banchess" has it as its detail.
//
// banchess.newGame(options) gives a game: an object with a number, its handle,
// under which this program keeps a game.Game. All games share one prototype with
// the methods, so none needs callbacks of its own. A game is freed at once by
// free(), or when JavaScript's garbage collector finds it. banchess.game is the
// game that the board shows first, and play, getLegalActions, fen and pgn stand on
// banchess itself for that game.
//
// banchess.uci(listener) opens a conversation with the engine in UCI (game/uci),
// and banchess.session(listener) one about a game in JSON messages (game/message).
// Both take and say lines; what they answer has send(line) and close().
// game.analyze(options, listener) searches the position of a game and says what it
// finds as plain values (search.go).
//
// # What may go wrong
//
// Go cannot throw. A call that fails returns {success: false, error, code} with
// a sentence for people, the stable code of package game, and where known hint,
// line, column, token, ply and faults. The codes that only this layer has are in
// guard.go. Getters and calls that answer with a plain value give the same object
// when they fail.
//
// Every callback runs under a guard (guard.go), since a panic in it would end the
// program with all its games. So would a JavaScript exception that passes through
// Go's frames: arguments are read only by calls that catch it (read.go), and
// objects are copied as plain data first, so that getters and proxies run once,
// before the rules are asked.
//
// If the program ends all the same (out of memory, a fault in drawing), the
// promise of go.run resolves, and every later call throws. Start a fresh instance
// then, and load the record of the game there.
//
// # How values cross
//
// Options and small results are structs that vert converts. Lists and larger
// results cross as one text for JSON.parse, because a call per element costs more.
// Both are too slow for the JavaScript library: it calls the exports of exports.go
// and reads packed bytes out of the program's memory.
package main
