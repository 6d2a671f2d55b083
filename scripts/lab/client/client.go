// Package client drives an engine that speaks UCI through its pipes, as a match does.
package client

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// A Client drives one engine, this project's or another. It is not safe for concurrent use.
type Client struct {
	in    *bufio.Scanner
	out   io.Writer
	score int
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

// Search sends a position ("startpos moves …") and a go command ("movetime 50"),
// and returns the answer.
func (c *Client) Search(position, limits string) (best string, err error) {
	if err := c.Send("position %s\ngo %s", position, limits); err != nil {
		return "", err
	}
	return c.Best()
}

// Best waits for the answer of a search that has begun: an action in UCI, or "(none)" if
// the game is over.
func (c *Client) Best() (string, error) {
	c.score = 0
	line, err := c.until("bestmove", c.readScore)
	if err != nil {
		return "", err
	}
	words := strings.Fields(line)
	if len(words) < 2 {
		return "", fmt.Errorf("the engine says %q", line)
	}
	return words[1], nil
}

// Mate is the least score of a mate.
const Mate = 30_000

// Score returns the last score that the engine gave before its answer, in centipawns for the
// player to act; a forced mate is at least Mate. It is 0 if the engine gave none.
func (c *Client) Score() int { return c.score }

func (c *Client) readScore(line string) {
	words := strings.Fields(line)
	at := slices.Index(words, "score") + 1
	if at == 0 || words[0] != "info" || at+1 >= len(words) {
		return
	}
	n, err := strconv.Atoi(words[at+1])
	switch {
	case err != nil:
	case words[at] == "cp":
		c.score = n
	case n > 0:
		c.score = Mate
	default:
		c.score = -Mate
	}
}
