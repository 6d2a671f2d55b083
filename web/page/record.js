// The record of a game: where it started and a tree of the actions played from
// there. A ban is a node as much as a move is. It is the page's own, in plain
// data, so that it outlives whatever program plays it; that also means that it
// knows no rules, and takes the actions it is told for legal.
//
// The first child of a node is the main line, the others are variations; none
// is ever dropped. Each node remembers which of its children was visited last,
// so that going back and forth stays on one line.

import { START_FEN, readAction } from "./position.js";

const FORMAT = 1;

export class Record {
  /**
   * @param {string} fen the start position
   * @param {Object<string, string>} tags of a PGN: players, event and so on
   */
  constructor(fen = START_FEN, tags = {}) {
    this.fen = fen;
    this.tags = tags;
    this.root = newNode(null, null, "");
    this.current = this.root;
  }

  /** Whether nothing has been played. */
  get empty() {
    return this.root.children.length === 0;
  }

  /**
   * Goes to where these actions lead, and adds those that are not there yet.
   *
   * @param {string[]} actions BCN, from the start position
   * @param {string[]} sans the same in SAN, as the list shows them
   * @returns {boolean} whether anything was added
   */
  follow(actions, sans) {
    let node = this.root;
    let added = false;
    for (const [i, text] of actions.entries()) {
      const action = bare(text);
      let next = node.children.find((child) => child.action === action);
      if (!next) {
        next = newNode(node, action, sans[i]);
        node.children.push(next);
        added = true;
      }
      node.last = next;
      node = next;
    }
    this.current = node;
    return added;
  }

  /** Goes to a node of this record, which redoing will lead to as well. */
  goTo(node) {
    for (let n = node; n.parent; n = n.parent) n.parent.last = n;
    this.current = node;
  }

  /** The actions that lead to a node, in BCN. */
  actions(node = this.current) {
    return this.nodes(node).map((n) => n.action);
  }

  /** The nodes that lead to a node, itself included, the root not. */
  nodes(node = this.current) {
    const nodes = [];
    for (let n = node; n.parent; n = n.parent) nodes.push(n);
    return nodes.reverse();
  }

  /** The node that redoing leads to, or null at the end of the line. */
  next(node = this.current) {
    return node.last ?? node.children[0] ?? null;
  }

  /** The last node of the line the current node is on. */
  end() {
    let node = this.current;
    for (let next = node; next; next = this.next(node)) node = next;
    return node;
  }

  /** The ply of the action of a node, counted from the start position. */
  ply(node) {
    const first = Number(/\s(\d+)\S*$/.exec(this.fen)?.[1] ?? 1);
    return first + this.nodes(node).length - 1;
  }

  /**
   * Plain data to be stored; `Record.from` reads it. The nodes stand in a list,
   * each after its parent and with its place in the list, 0 being the root.
   */
  toJSON() {
    const places = new Map([[this.root, 0]]);
    const nodes = [];
    const stack = [...this.root.children].reverse();
    while (stack.length > 0) {
      const node = stack.pop();
      nodes.push([places.get(node.parent), node.action, node.san, node.outcome]);
      places.set(node, nodes.length);
      stack.push(...[...node.children].reverse());
    }
    return {
      format: FORMAT,
      fen: this.fen,
      tags: this.tags,
      outcome: this.root.outcome,
      nodes,
      at: places.get(this.current),
      end: places.get(this.end()),
    };
  }

  /** Reads what `toJSON` made. Null for anything else, whatever it is. */
  static from(data) {
    if (data?.format !== FORMAT || typeof data.fen !== "string" || !Array.isArray(data.nodes)) return null;
    const record = new Record(data.fen, readTags(data.tags));
    record.root.outcome = readOutcome(data.outcome);
    const all = [record.root];
    for (const entry of data.nodes) {
      if (!Array.isArray(entry)) return null;
      const [place, action, san, outcome] = entry;
      const parent = all[place];
      if (!parent || typeof action !== "string" || typeof san !== "string" || bare(action) !== action) return null;
      const node = newNode(parent, action, san);
      node.outcome = readOutcome(outcome);
      parent.children.push(node);
      all.push(node);
    }
    const [at, end] = [all[data.at], all[data.end]];
    if (!at || !end) return null;
    record.goTo(end);
    record.goTo(at);
    return record;
  }
}

/**
 * A node: the action that leads to it, null at the root, and its SAN. `outcome`
 * is set where the players ended the game there, as {ended: "resignation",
 * winner: "white"}; every other ending follows from the actions.
 */
function newNode(parent, action, san) {
  return { parent, action, san, children: [], last: null, outcome: null };
}

/** An action without its indicator, as nodes keep it; null if it is none. */
const bare = (text) => readAction(text)?.bcn ?? null;

function readOutcome(data) {
  if (typeof data?.ended !== "string") return null;
  const winner = data.winner === "white" || data.winner === "black" ? { winner: data.winner } : {};
  return { ended: data.ended, ...winner };
}

function readTags(data) {
  const entries = data && typeof data === "object" ? Object.entries(data) : [];
  return Object.fromEntries(entries.filter(([, value]) => typeof value === "string"));
}
