//go:build js && wasm

// Command wasm is what a page, a worker or Node loads: the rules of Ban Chess
// as JavaScript values, and with them, unless the build tag "core" leaves it
// out, the board on the screen.
//
// # What it sets
//
// The program sets globalThis.banchess first of all, within the call of
// go.run(instance), so a page that loads the file with nothing but wasm_exec.js can
// use it right after that call. For others globalThis.banchessReady is a promise
// for the object, and where globalThis can dispatch events (a page, a worker) an
// event "banchess" has it as its detail.
//
// It has:
//
//	version, hasBoard                 what was built
//	game                              the game that the board shows first
//	play, getLegalActions, fen, pgn   the methods of that game
//	newGame({fen | pgn, actions, ended, winner, tags, comments, indicators})
//	newTree(as newGame)               all that a PGN holds, or a game as a tree
//	readPGN()                         the games of a file, one after the other (tree.go)
//	serializeAction(action)           the action in BCN
//	fromStandardFEN(fen, seventh)     the extended FEN of a standard one
//	fromStandardPGN(pgn)              the extended FEN at the end of a game of ordinary chess
//	judge(text), explain(text)        what is said of a game's actions (game/report)
//	review(text)                      a player's mistakes as exercises (game/review)
//	explore(text)                     what was played in a position, unless hasBoard (game/explore)
//	subscribe(listener)               the events of the game on the board (events.go)
//	qr(text)                          a text as a QR code, if hasBoard (display.go)
//	session(listener)                 a game in lines of JSON (game/message)
//	board                             the board on the screen, if hasBoard (board.go):
//	                                  ready, configure, options, squareRect, state,
//	                                  cancel, tap, key, setArrows, setDrawings,
//	                                  setPremoves
//	lastError                         why the last export failed (exports.go)
//
// session answers with {send(line), close()}, subscribe with the function that ends it.
//
// A game is an object with a number, its handle, under which this program keeps a
// game.Game. All games share one prototype with the methods, so none needs
// callbacks of its own. A game is freed at once by free(), or when JavaScript's
// garbage collector finds it; trees and readers of PGN by free() alone. module.go lists
// the methods of a game, tree.go those of a tree and of a reader.
//
// An action is {ban: {from, to}}, {move: {from, to, promotion}} or BCN.
//
// # What may go wrong
//
// Go cannot throw. A call that fails returns {success: false, error, code} with
// a sentence for people, the stable code of package game, and where known hint,
// line, column, token, ply and faults. The codes that only this layer has are in
// guard.go. Getters and calls that answer with a plain value give the same object
// when they fail.
//
// Every callback runs under a guard (guard.go), to which it raises its errors: a panic would
// end the program with all its games. So would a JavaScript exception that passes through
// Go's frames. So arguments are read only by calls that catch it (read.go), and objects are
// copied as plain data first: getters and proxies run before the rules are asked, and once
// (twice for an option that is null).
//
// If the program ends all the same (out of memory, a fault in drawing), the
// promise of go.run resolves, and every later call throws. Start a fresh instance
// then, and load the record of the game there.
//
// # How values cross
//
// Each kind of value has one way. What comes in as an object is copied as plain data,
// which vert converts to a struct: options, actions, annotations, lists of them. A long
// list of texts is one text. Options go out as they came in. Everything else that goes
// out as an object or a list is one text for JSON.parse, single answers too. Measured in
// Node, the result of a game takes 6 µs as text and 11 µs by vert, the answer of play 17
// and 64 µs; these two answers by vert make the program 1.2 kB larger after gzip, and a
// struct cannot leave a member out. Only what has functions or a
// handle is an object that is made here: a game, a tree, a reader and its answers, a stream.
//
// That is too slow for what the JavaScript library calls most often. Such a call is an
// export of the instance, with numbers for arguments and bytes in the program's memory
// (exports.go): legal actions, reading what people write, playing, isLegal, the FEN, how
// the game stands (ply, ban, check, endings), and making, copying and freeing a game. For
// the rest the library calls the methods above.
//
// # Speed
//
// Calls cost more in WebAssembly than elsewhere. The compiler inlines by search.pgo,
// a profile of the engine, which makes the search 4% faster for 10 kB of
// the core after gzip. It is made by
//
//	go test ./game/engine -run '^$' -bench 'Search$|Depth' -benchtime 3x -cpuprofile wasm/search.pgo -o /dev/null
package main
