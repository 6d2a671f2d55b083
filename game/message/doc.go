// Package message is Ban Chess as a conversation in JSON: a client sends what a player
// wants, and every reply says what may be played next. A client needs no rules of its
// own: it shows the squares that it is given, and sends one of them back.
//
// # Messages
//
// A message is one JSON object on one line of at most 64 KiB. Every request gets exactly
// one reply, in the order of the requests; blank lines get none. schema.json is the JSON
// Schema of all messages (see [Schema]). These are the requests
//
//	new_game  piece_move  piece_promotion_choice  ban  undo  redo  state
//	resign  offer_draw  accept_draw  best_action  solve  report  stop
//
// and the replies
//
//	next_legal_banset  next_legal_moveset  promotion_prompt  game_end
//	state  draw_offered  best_action  solution  report  stopped  failure
//
// Each reply, including a failure, says how the game stands: the ply, who acts, the ban
// in force, the legal bans or moves by the square from which they start ("moves": {"A2":
// ["A3", "A4"]}), and the events of what was just played. So a client can go on from any
// reply without the ones before it.
//
// A request may have an "id", a number or a string, and its reply repeats it. A field
// that the request does not have is refused by name, because it is most likely misspelt.
// A line that cannot be read is answered with a failure. Later versions may add fields to
// replies, so a client must ignore fields that it does not know.
//
// The first description of the interface knows only the endings checkmate and stalemate.
// A client that was written for it compares the beginning of the reason: checkmate_by_ban
// and stalemate_by_ban are the same endings, by a ban. No other reason begins with these
// words.
//
// # The types
//
// A [Session] is one conversation, and answers one message at a time. A [Queue] in front
// of it accepts messages at any time and answers them in order, from a goroutine of its
// own, so that "stop" works while the engine thinks. [Serve] is a queue between a reader
// and a writer, as on the command line. Without an [Engine], best_action, solve and
// report are refused.
//
// # Time
//
// Usually nothing is sent when the time of a player runs out. A client that shows clocks
// asks for the state then, and finds the end there; otherwise the next request that would
// do something is answered with game_end.
//
// If new_game has "announce", a [Queue] sends game_end at that moment, with "announced"
// and without an id, and ends a search that is running. Until then the clock in each
// reply has "announce". A session that is called directly cannot send anything by itself.
package message
