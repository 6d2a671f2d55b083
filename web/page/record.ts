// The record of a game: where it started and a tree of the actions played from
// there. A ban is a node as much as a move is. It is the page's own, in plain
// data, so that it outlives whatever program plays it; that also means that it
// knows no rules, and takes the actions it is told for legal.
//
// The first child of a node is the main line, the others are variations; none
// is ever dropped. Each node remembers which of its children was visited last,
// so that going back and forth stays on one line.

import { BanChess, START_FEN, type Player, type Reason } from "../banchess/banchess.js";

const FORMAT = 1;

/** How the players ended a game; every other ending follows from the actions. */
export interface Outcome {
  ended: Reason;
  winner?: Player;
}

export interface Node {
  parent: Node | null;
  action: string; // the one that leads to it, in BCN without indicator; "" at the root
  san: string;
  children: Node[];
  last: Node | null; // the child visited last
  outcome: Outcome | null;
}

export type Tags = { [name: string]: string };

export class Record {
  fen: string; // the start position
  first = { ply: 1, fullMove: 1 }; // the numbers of the first action
  tags: Tags; // of a PGN: players, event and so on
  readonly root = newNode(null, "", "");
  current = this.root;

  constructor(fen = START_FEN, tags: Tags = {}) {
    this.fen = fen;
    this.tags = tags;
  }

  /**
   * Learns how its actions are numbered: the next one, after so many were played,
   * is of this ply and full move. Returns whether that changes anything.
   */
  count(ply: number, fullMove: number, played: number): boolean {
    const old = this.first;
    this.first = { ply: ply - played, fullMove: fullMove - fourth(ply) + fourth(ply - played) };
    return old.ply !== this.first.ply || old.fullMove !== this.first.fullMove;
  }

  /** The number of the full move that a ply belongs to. */
  fullMove(ply: number): number {
    return this.first.fullMove + fourth(ply) - fourth(this.first.ply);
  }

  /** Whether nothing has been played. */
  get empty(): boolean {
    return this.root.children.length === 0;
  }

  /** Whether it is as a new game is. */
  get isFresh(): boolean {
    return this.empty && this.fen === START_FEN && !this.root.outcome;
  }

  /**
   * Goes to where these actions lead, and adds those that are not there yet.
   * Returns whether anything was added.
   *
   * @param actions BCN, from the start position
   * @param sans the same in SAN, as the list shows them
   */
  follow(actions: readonly string[], sans: readonly string[]): boolean {
    let node = this.root;
    let added = false;
    for (const [i, text] of actions.entries()) {
      const action = bare(text);
      let next = node.children.find((child) => child.action === action);
      if (!next) {
        next = newNode(node, action, sans[i] ?? "");
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
  goTo(node: Node): void {
    for (let n = node; n.parent; n = n.parent) n.parent.last = n;
    this.current = node;
  }

  /** The actions that lead to a node, in BCN. */
  actions(node = this.current): string[] {
    const actions = [];
    for (let n = node; n.parent; n = n.parent) actions.push(n.action);
    return actions.reverse();
  }

  /** The node that redoing leads to, or null at the end of the line. */
  next(node = this.current): Node | null {
    return node.last ?? node.children[0] ?? null;
  }

  /** The last node of the line the current node is on. */
  end(): Node {
    let node = this.current;
    for (let next: Node | null = node; next; next = this.next(node)) node = next;
    return node;
  }

  /**
   * Plain data to be stored; `Record.from` reads it. The nodes stand in a list,
   * each after its parent and with its place in the list, 0 being the root.
   */
  toJSON(): object {
    const places = new Map([[this.root, 0]]);
    const nodes: unknown[] = [];
    const stack = [...this.root.children].reverse();
    for (let node = stack.pop(); node; node = stack.pop()) {
      nodes.push([places.get(node.parent ?? this.root), node.action, node.san, node.outcome]);
      places.set(node, nodes.length);
      stack.push(...[...node.children].reverse());
    }
    return {
      format: FORMAT,
      fen: this.fen,
      first: this.first,
      tags: this.tags,
      outcome: this.root.outcome,
      nodes,
      at: places.get(this.current),
      end: places.get(this.end()),
    };
  }

  /** Reads what `toJSON` made. Null for anything else, whatever it is. */
  static from(data: any): Record | null {
    if (data?.format !== FORMAT || typeof data.fen !== "string" || !Array.isArray(data.nodes)) return null;
    const record = new Record(data.fen, readTags(data.tags));
    const { ply, fullMove } = data.first ?? {};
    if (Number.isInteger(ply) && Number.isInteger(fullMove)) record.first = { ply, fullMove };
    record.root.outcome = readOutcome(data.outcome);
    const all = [record.root];
    for (const entry of data.nodes) {
      if (!Array.isArray(entry)) return null;
      const [place, action, san, outcome] = entry;
      const parent = all[place];
      if (!parent || !action || typeof action !== "string" || typeof san !== "string" || bare(action) !== action) return null;
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

/** Four plies are a full move. */
const fourth = (ply: number) => Math.floor((ply - 1) / 4);

function newNode(parent: Node | null, action: string, san: string): Node {
  return { parent, action, san, children: [], last: null, outcome: null };
}

/** An action without its indicator, as nodes keep it; "" if it is none. */
function bare(text: string): string {
  try {
    return BanChess.serializeAction(BanChess.deserializeAction(text));
  } catch {
    return "";
  }
}

function readOutcome(data: any): Outcome | null {
  if (typeof data?.ended !== "string") return null;
  const { ended, winner } = data;
  return winner === "white" || winner === "black" ? { ended, winner } : { ended };
}

function readTags(data: unknown): Tags {
  const entries = data && typeof data === "object" ? Object.entries(data) : [];
  return Object.fromEntries(entries.filter(([, value]) => typeof value === "string"));
}
