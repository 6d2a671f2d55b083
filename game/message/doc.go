// Package message is Ban Chess as a conversation in JSON: a client sends what a
// player wants, and every reply says what may be played next. A client needs no
// rules of its own: it shows the squares it is given and sends one of them back.
//
// # Messages
//
// A message is one JSON object on one line of at most 64 KiB. Every request gets
// exactly one reply, in the order of the requests; blank lines get none. The JSON
// Schema of all messages is schema.json (see [Schema]): the requests
//
//	new_game  piece_move  piece_promotion_choice  ban  undo  redo  state
//	resign  offer_draw  accept_draw  best_action  solve  report  stop
//
// and the replies
//
//	next_legal_banset  next_legal_moveset  promotion_prompt  game_end
//	state  draw_offered  best_action  solution  report  stopped  failure
//
// Each reply, a failure included, says how the game stands: the ply, who acts, the
// ban in force, the legal bans or moves by the square they start from ("moves":
// {"A2": ["A3", "A4"]}), and the events of what was just played. A client can go
// on from any reply without the ones before it.
//
// A request may have an "id", a number or a string, which its reply repeats.
// Fields that a request does not have are refused by name, since they are most
// likely misspelt. A line that cannot be read is answered with a failure. Replies may
// get more fields in later versions; a client passes over those it does not know.
//
// The first description of the interface knows the endings checkmate and stalemate.
// A client of that time reads the reason by its beginning: checkmate_by_ban and
// stalemate_by_ban are the same endings, by a ban. No other reason begins with these
// words.
//
// # The types
//
// A [Session] is one conversation; it answers one message at a time. A [Queue] in
// front of it takes messages as they come and answers them in order, from a
// goroutine of its own, so that "stop" is obeyed while the engine thinks. [Serve]
// is a queue between a reader and a writer, as on the command line. Without an
// [Engine], best_action, solve and report are refused.
//
// # Time
//
// Nothing is sent when a clock runs out, unless the new_game asked for it with
// "announce": then a [Queue] sends game_end at once, with "announced" and without an
// id, and ends a search under way; until then the clock of each reply has "announce".
// A session that is called directly can send nothing by itself. Otherwise a client that
// shows clocks asks for the state then, and finds the end there; the next request to do
// something is answered by game_end instead.
package message
