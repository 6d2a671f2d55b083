// Package message is Ban Chess as a conversation in JSON: a client sends what a
// player wants, and every reply says what may be played next. A client needs no
// rules of its own: it shows the squares it is given and sends one of them back.
//
// # Messages
//
// A message is one JSON object on one line of at most 64 KiB. Every request gets
// exactly one reply, in the order in which the requests came. Blank lines are
// nothing and get none. The messages are written down in schema.json (see
// [Schema]), a JSON Schema that suffices to write a client: the requests
//
//	new_game  piece_move  piece_promotion_choice  ban  undo  state
//	resign  offer_draw  accept_draw  best_action  stop
//
// and the replies
//
//	next_legal_banset  next_legal_moveset  promotion_prompt  game_end
//	state  draw_offered  best_action  stopped  failure
//
// Each reply carries how the game stands: the ply, who acts, the ban in force,
// the legal bans or moves by the square they start from ("moves": {"A2": ["A3",
// "A4"]}), and the events of what was just played. So a client that saw nothing
// else can go on from any of them, a failure included.
//
// A request may carry an "id", a number or a string, which comes back in its
// reply. Fields a request does not have are refused by name: a misspelt option
// is an error and not a silence. A line that cannot be read costs one failure
// and nothing else.
//
// # The types
//
// A [Session] is one game and answers one message at a time. A [Queue] in front
// of it takes messages as they come and answers them in order, from a goroutine
// of its own; it hears "stop" while the engine thinks. [Serve] is a queue between
// a reader and a writer: the command line is that and no more. An engine is
// behind the small interface [Engine]; without one, best_action is refused.
//
// # Time
//
// A game with a clock is looked at when a request arrives: nothing is sent on
// its own accord. A client that shows clocks asks for the state when one runs
// out, and finds the end there; the next request to do something is answered by
// game_end instead of being done.
package message
