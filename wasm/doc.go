//go:build js && wasm

// Command wasm is what a page, a worker or Node loads: the rules of Ban Chess
// as JavaScript values, and with them, unless the build tag "core" leaves it
// out, the board on the screen.
//
// # What it sets
//
// Before it does anything else the program sets globalThis.banchess, within the
// call of go.run(instance). It announces the object twice: globalThis.banchessReady
// is a promise for it, and where globalThis can dispatch events (a page, a
// worker) an event "banchess" carries it as its detail. A page that loads the
// file with nothing but wasm_exec.js needs neither: after go.run has been called
// the object is there.
//
// banchess.newGame(options) gives a game. Its methods sit once on a prototype
// that all games share; a game is a number that this program keeps a game.Game
// under, and creates no callback of its own. A game that is dropped is freed
// after JavaScript's garbage collector has noticed, one that is freed with
// free() at once. banchess.game is the game on the board, and play,
// getLegalActions, fen and pgn stand on banchess itself for that game.
//
// banchess.uci(listener) opens a conversation with the engine in UCI (game/uci),
// and banchess.session(listener) one about a game in JSON messages (game/message).
// Both take and say lines; what they answer has send(line) and close().
//
// # What may go wrong
//
// Go cannot throw. A call that fails returns {success: false, error, code} with
// a sentence for people, the stable code of package game, and where known hint,
// line, column, token, ply and faults. The codes that only this layer has are
// bad_argument, bad_option, freed, desync, busy, too_deep and internal. Getters and calls that
// answer with a plain value give the same object when they fail.
//
// Every callback runs under a guard (guard.go). A panic in a callback would end
// the program, and with it every game; so would a JavaScript exception thrown
// through Go's frames, which is why arguments are only ever read by way of calls
// that catch it (read.go). An argument that is an object is copied as plain data
// first: what a getter or a proxy does happens once, before the rules are asked.
//
// If the program ends all the same (out of memory, a fault in drawing), the
// promise of go.run resolves, and every later call throws. That is the signal to
// start a fresh instance and to load the record of the game there.
//
// # How values cross
//
// Options and single results are structs that vert carries over. Lists cross as
// one text that JSON.parse makes a list of, because a call per element costs
// more than the whole. Both are too slow for a program that plays thousands of
// games; the exports of lean.go are for the JavaScript library, which reads
// packed bytes out of the program's memory.
package main
