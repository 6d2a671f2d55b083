// Package room implements games between people in different places: the records of a
// room, the state that follows from them, the messages between a server and its clients,
// and a client.
//
// A program that wants to play needs [Open], [Join] and a [Client]. A program that serves
// rooms uses package host, with a [Journal] of package journal.
//
// # Records
//
// A room is one game with two seats and any number of watchers. Everything that is known
// of it is in its records, which a [Journal] keeps in order. [State] is what follows from
// them. A server that adds a record names the record before it. If another record was
// added after that one, the journal refuses. So any server may serve any room, and no
// server owns one.
//
// What the players do is an entry in the room's [Log]. Games by link have the same log:
// an entry has the same text and the same hash in all ways to play, and web/docs/links.md
// lists the entries. The clock is part of the state, because records have times. The
// entry w! or b! says that the time of a side is up; from that moment on, any server may
// add it.
//
// A [Race] is another kind of room: several people solve the same puzzles at the same
// time, by the rules of storms in package train, and see how many the others have solved.
//
// # Messages
//
// The messages are those of package message with more fields, and some others.
// schema.json has all of them, and web/docs/rooms.md describes the conversation. Package
// host serves them over WebSocket, and package journal keeps the records in NATS
// JetStream.
package room
