package game

import (
	"slices"
	"strings"
)

// maxVariations is how deep variations may be nested.
const maxVariations = 200

// maxUnplayed is how many variations that cannot be played Tree.Unplayed tells of.
const maxUnplayed = 1000

// withoutBraces writes what cannot be played as it can stand in a comment.
var withoutBraces = strings.NewReplacer("{", "(", "}", ")").Replace

// branch is a variation that is read once the line is that it departs from, so that
// what the line goes on with comes first.
type branch struct {
	span    int   // of the parser's
	from    *Node // what was read before it
	comment int   // of those about that, which is its text if it cannot be played
}

// variation passes (…).
func (p *pgnParser) variation() error {
	if p.depth == 0 { // each is looked through once, for all in it
		ahead, ok := p.scanner, false
		if p.spans, ok = ahead.variations(p.spans); !ok {
			return p.fail(p.place, "(", openVariation.error())
		}
	}
	i, _ := slices.BinarySearchFunc(p.spans, p.at, func(s span, at int) int { return s.open.at - at })
	p.mark = p.spans[i].behind
	p.comments.add(p.last, false, "")
	p.branches = append(p.branches, branch{i, p.last, len(p.comments[commented{p.last, false}]) - 1})
	return nil
}

// readVariations reads the variations of a line that is read to its end. What of one
// cannot be played is kept as a comment: it may be of ordinary chess, or a sentence.
func (p *pgnParser) readVariations() {
	if len(p.branches) == 0 {
		return
	}
	v := new(pgnParser)
	for _, b := range p.branches {
		s := p.spans[b.span]
		*v = pgnParser{
			scanner: scanner{p.text[:s.behind.at-1], s.open}, tree: p.tree, comments: p.comments, spare: p.spare, spans: p.spans,
			last: b.from, depth: p.depth + 1, begins: true, moves: true, // no tag stands in a variation
		}
		v.advance(1)
		var err error
		if v.depth <= maxVariations {
			err = v.parse()
		} else {
			err = v.fail(s.open.place, "(", errDeepVariation())
		}
		if v.begins {
			p.comments[commented{b.from, false}][b.comment] = withoutBraces(p.text[s.open.at:s.behind.at])
		} else {
			if err != nil {
				v.addComment(withoutBraces(v.text[v.start:]))
			}
			v.putBefore(v.last)
			v.readVariations()
		}
		if e, ok := err.(*Error); ok && len(p.tree.Unplayed) < maxUnplayed {
			p.tree.Unplayed = append(p.tree.Unplayed, e)
		}
	}
}

// putBefore takes down the comments before an action. Before the main line they are
// about the action before it.
func (p *pgnParser) putBefore(n *Node) {
	if len(p.before) == 0 {
		return
	}
	if n.parent.children[0] == n {
		p.comments.add(n.parent, false, p.before...)
	} else {
		p.comments.add(n, true, p.before...)
	}
	p.before = nil
}

// comments are those about the nodes of a tree, before a node or after it, as they are
// in the text. They are joined when all are there: joined one by one, many would take
// time by the square of their length.
type comments map[commented][]string

type commented struct {
	*Node
	before bool
}

func (c comments) add(n *Node, before bool, texts ...string) {
	at := commented{n, before}
	c[at] = append(c[at], texts...)
}

// annotate writes the comments to the annotations of the nodes.
func (c comments) annotate() {
	for at, texts := range c {
		for i := range texts {
			texts[i] = unescapeBrace.Replace(texts[i])
		}
		if at.before {
			at.CommentBefore = commentText(texts...)
		} else {
			at.Annotation.read(texts...)
		}
	}
}
