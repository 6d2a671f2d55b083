//go:build js && wasm

// Command wasm is what a page, a worker or Node loads: the rules of Ban Chess as
// JavaScript values, and the board on the screen, unless the build tag "core" leaves
// the board out.
//
// Most programs use the JavaScript library, which is built on this. To use it directly,
// see web/examples/plain.html.
//
// # What it sets
//
// The program sets globalThis.banchess first of all, within the call of
// go.run(instance). So a page that loads the file with nothing but wasm_exec.js can
// use it right after that call. Others have two more ways: globalThis.banchessReady is a
// promise for the object, and where globalThis can dispatch events (in a page or a
// worker) an event "banchess" has the object as its detail.
//
// The object has:
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
//	judge(text), explain(text)        judgements of a game's actions (game/report)
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
// session returns {send(line), close()}. subscribe returns the function that ends the
// subscription.
//
// A game is an object with a number, its handle, under which this program keeps a
// game.Game. All games share one prototype with the methods, so none needs callbacks of
// its own. A game is freed by free(), or when JavaScript's garbage collector finds it.
// Trees and readers of PGN are freed by free() alone. module.go lists the methods of a
// game, tree.go those of a tree and of a reader.
//
// An action is {ban: {from, to}}, {move: {from, to, promotion}} or BCN.
//
// # What may go wrong
//
// Go cannot throw. A call that fails returns {success: false, error, code}: a sentence
// for people and the stable code of package game. If they are known, it also has hint,
// line, column, token, ply and faults. Getters, and calls that otherwise answer with a plain
// value, return the same object when they fail. The codes that only this layer has are in
// guard.go.
//
// Every callback runs under a guard (guard.go), and raises its errors to it, because a panic
// would end the program with all its games. A JavaScript exception that passes through Go's
// frames would end it too. So only calls that catch exceptions read arguments (read.go), and
// objects are copied as plain data first. This means that getters and proxies run before the
// rules are asked, and only once (twice for an option that is null).
//
// If the program ends nevertheless (out of memory, a fault in drawing), the promise of
// go.run resolves, and every later call throws. Then start a new instance, and load the
// record of the game there.
//
// # How values cross
//
// There is one way for each kind of value:
//
//   - Objects that come in (options, actions, annotations, lists of them) are copied as
//     plain data, which vert converts to a struct. A long list of texts is one text.
//   - Options go out as they came in.
//   - All other objects and lists that go out, also single answers, are one text for
//     JSON.parse.
//   - Only what has functions or a handle is an object that is made here: a game, a tree,
//     a reader and its answers, a stream.
//
// Answers are text because that is faster and smaller. Measured in Node, the result of a
// game takes 6 µs as text and 11 µs by vert, the answer of play 17 and 64 µs. By vert these
// two answers make the program 1.2 kB larger after gzip, and a struct cannot leave a member
// out.
//
// For what the JavaScript library calls most often, even that is too slow. Such a call is
// an export of the instance, with numbers for arguments and bytes in the program's memory
// (exports.go): legal actions, reading what people write, playing, isLegal, the FEN, how
// the game stands (ply, ban, check, endings), and making, copying and freeing a game. For
// everything else the library calls the methods above.
//
// # Speed
//
// Calls cost more in WebAssembly than elsewhere. The compiler inlines them by search.pgo,
// a profile of the engine, which makes the search 4% faster and the core 10 kB larger after
// gzip. To make the profile again, run
//
//	go test ./game/engine -run '^$' -bench 'Search$|Depth' -benchtime 3x -cpuprofile wasm/search.pgo -o /dev/null
package main
