// Package room implements games between people in different places: the records of a room,
// the state that follows from them, the messages between a server and its clients, and a
// client.
//
// A room is one game with two seats and any number of watchers. All that is known of it is
// in its records, which a [Journal] keeps in their order; [State] is what follows from them.
// A server that adds a record names the one before it; if another record was added after that
// one, the journal refuses. So any server may serve any room, and no server owns one.
//
// What the players do is an entry in the room's [Log], the same as that of a game by link:
// an entry has the same text and the same hash in all ways to play, and web/docs/links.md
// lists them. The clock is part of the state, because records have times. The entry w! or
// b! says that the time of a side is up. Any server may add it, from then on.
//
// A [Race] is another kind of room: several people solve the same puzzles at the same time, by
// the rules of storms in package train, and see what the others have solved.
//
// The messages are those of package message with more fields, and some of their own:
// schema.json has them, and web/docs/rooms.md the conversation. Package host serves them
// over WebSocket, and package journal keeps the records in NATS JetStream.
package room
