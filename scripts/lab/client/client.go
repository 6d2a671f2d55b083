// Package client drives an engine that speaks UCI through its pipes, as a match does.
package client

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/banchess/banchess/game/engine"
)

// A Client drives one engine, this project's or another. It is not safe for concurrent use.
type Client struct {
	in  *bufio.Scanner
	out io.Writer

	// Heard, if set, is called with every line that the engine writes.
	Heard func(line string)
}

// New returns a client that reads an engine's output and writes its
// input.
func New(from io.Reader, to io.Writer) *Client {
	c := &Client{in: bufio.NewScanner(from), out: to}
	c.in.Buffer(nil, 1<<20)
	return c
}

// Send writes one command.
func (c *Client) Send(format string, args ...any) error {
	_, err := fmt.Fprintf(c.out, format+"\n", args...)
	return err
}

// until reads lines up to one that begins with a word, and returns it.
func (c *Client) until(word string, each func(line string)) (string, error) {
	for c.in.Scan() {
		line := c.in.Text()
		if c.Heard != nil {
			c.Heard(line)
		}
		if first, _, _ := strings.Cut(line, " "); first == word {
			return line, nil
		}
		if each != nil {
			each(line)
		}
	}
	if err := c.in.Err(); err != nil {
		return "", err
	}
	return "", fmt.Errorf("the engine ended before saying %s", word)
}

// Start performs the handshake and sets options, each as "name" and "value". It refuses an
// option or a value that the engine has not offered, since an engine need not report it.
func (c *Client) Start(options ...[2]string) error {
	if err := c.Send("uci"); err != nil {
		return err
	}
	var has offers
	if _, err := c.until("uciok", has.read); err != nil {
		return err
	}
	for _, o := range options {
		value, err := has.check(o[0], o[1])
		if err != nil {
			return err
		}
		if err := c.Send("setoption name %s%s", o[0], value); err != nil {
			return err
		}
	}
	return c.Ready()
}

// Ready waits until the engine has processed all commands so far.
func (c *Client) Ready() error {
	if err := c.Send("isready"); err != nil {
		return err
	}
	_, err := c.until("readyok", nil)
	return err
}

// NewGame tells the engine that a new game begins.
func (c *Client) NewGame() error {
	if err := c.Send("ucinewgame"); err != nil {
		return err
	}
	return c.Ready()
}

// An Answer is the result of a search.
type Answer struct {
	Best  string // an action in UCI; "(none)" if the game is over
	Score engine.Score
}

// Search sends a position ("startpos moves …") and a go command ("movetime 50")
// and waits for the answer.
func (c *Client) Search(position, limits string) (Answer, error) {
	if err := c.Send("position %s\ngo %s", position, limits); err != nil {
		return Answer{}, err
	}
	return c.Best()
}

// Best waits for the answer of a search that has begun.
func (c *Client) Best() (Answer, error) {
	var a Answer
	line, err := c.until("bestmove", func(line string) { a.read(strings.Fields(line)) })
	if err != nil {
		return a, err
	}
	words := strings.Fields(line)
	if len(words) < 2 {
		return a, fmt.Errorf("the engine says %q", line)
	}
	a.Best = words[1]
	return a, nil
}

// read reads the score of the best line from an info line.
func (a *Answer) read(words []string) {
	if len(words) == 0 || words[0] != "info" {
		return
	}
	if at := slices.Index(words, "multipv") + 1; at > 0 && at < len(words) && words[at] != "1" {
		return
	}
	for i := 1; i+1 < len(words); i++ {
		value, _ := strconv.Atoi(words[i+1])
		switch words[i] {
		case "cp":
			a.Score = engine.Score{Centipawns: value}
		case "mate":
			a.Score = engine.Score{Mate: value}
		case "string", "pv": // any text may follow
			return
		}
	}
}
