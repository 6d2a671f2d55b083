// The prover: looks for a forced mate in a position by trying every ban and every move, in a
// worker of its own, and writes the proof down. It asks the library's messages: "solve"
// tells whether who acts can force a mate, and with which action first.

import { BanChess, BanChessError, type Ban, type BanChessFEN, type Player } from "../../banchess/banchess.js";
import { Client, type WorkerSession } from "../../banchess/client.js";
import { other, pairIn } from "../model/index.js";
import { actsIn, afterBan } from "./position.js";

/** The longest mate that is looked for, in turns; the messages allow no more. */
const MOST_TURNS = 32;
const PROOF_TIME = 20_000; // milliseconds in which the proof is written
const PROOF_QUESTIONS = 600; // the most positions that the proof is asked about

/** A forced mate: the winning side, and the number of its turns. */
export interface Win {
  readonly winner: Player;
  readonly turns: number;
  readonly first: string; // the first action, in BCN: a ban of the winner, or its move if the best ban is in force
}

/** An action in the proof, with what may follow. The main line comes first. */
export interface Step {
  readonly action: string; // in BCN
  readonly comment?: "otherBan" | number; // the same after any other ban; or the mate in so many turns is not written down
  readonly next: Step[];
}

export interface Proof extends Win {
  readonly fen: string;
  readonly steps: readonly Step[];
  readonly isCut: boolean; // true if it leaves something out
}

/** The prover's answer: a proof, or that there is no mate within so many turns. */
export type Verdict = { readonly proof: Proof } | { readonly within: number };

interface Attack {
  readonly first: string; // the winning move, unless it is banned
  readonly second: string; // the winning move then
  readonly turns: number;
}

/** A place of the proof that is to be continued: after the winner's move, before its ban. */
interface Open {
  readonly step: { readonly next: Step[]; comment?: Step["comment"] };
  readonly fen: string;
  readonly turns: number;
}

export class Prover {
  #client: Client | null = null;
  #session!: WorkerSession;
  #asked = 0;

  /** Starts the worker. Rejects if the engine cannot be loaded. */
  async start(): Promise<void> {
    this.#client = await Client.start();
    await this.#client.initialize();
    this.#session = await this.#client.session();
  }

  /** Ends the worker at once. What is being looked for rejects. */
  end(): void {
    this.#client?.terminate();
  }

  /**
   * Looks for the shortest forced mate.
   *
   * @param time the time limit, in milliseconds
   * @param progress called before each number of turns is tried
   * @param writes called before the proof is written
   */
  async prove(fen: BanChessFEN, time: number, progress: (turns: number) => void, writes: (win: Win) => void): Promise<Verdict> {
    const { mover, phase } = actsIn(fen), isBan = phase === "ban", until = performance.now() + time;
    for (let turns = 1; turns <= MOST_TURNS; turns++) {
      progress(turns);
      const own = await this.#solve(fen, turns, until);
      if (own === "unknown") return { within: turns - 1 };
      if (own) return this.#write(fen, { winner: isBan ? other(mover) : mover, turns: own.turns, first: own.bcn }, writes);
      const attack = isBan ? await this.#attack(fen, turns, until) : null;
      if (attack === "unknown") return { within: turns - 1 };
      if (attack) return this.#write(fen, { winner: mover, turns: attack.turns, first: attack.first }, writes, attack);
    }
    return { within: MOST_TURNS };
  }

  /** Asks whether who acts can force a mate. */
  async #solve(fen: string, turns: number, until: number): Promise<{ turns: number; bcn: string } | "unknown" | null> {
    const left = Math.round(until - performance.now());
    if (left < 1) return "unknown";
    this.#asked++;
    for (const message of [{ message_type: "new_game", fen } as const, { message_type: "solve", turns, movetime_ms: left } as const]) {
      const reply = await this.#session.request(message);
      if (reply.message_type === "failure") throw new BanChessError({ code: "internal", error: reply.reason });
      if (reply.message_type === "game_end") return null; // the ban leaves no move
      if (reply.message_type !== "solution") continue;
      return reply.outcome === "win" ? reply : reply.outcome === "unknown" ? "unknown" : null;
    }
    return null;
  }

  /**
   * Asks at a ban ply whether the mover mates whatever is banned: with one move if it is not
   * banned, and with another if it is.
   */
  async #attack(fen: string, turns: number, until: number): Promise<Attack | "unknown" | null> {
    const first = await this.#solve(afterBan(fen, null), turns, until);
    if (!first || first === "unknown") return first;
    const second = await this.#solve(afterBan(fen, pairIn(first.bcn)), turns, until);
    if (!second || second === "unknown") return second;
    return { first: first.bcn, second: second.bcn, turns: Math.max(first.turns, second.turns) };
  }

  /** Writes the proof down: the whole of a short one, the first defences of a long one. */
  async #write(fen: string, win: Win, writes: (win: Win) => void, attack?: Attack): Promise<Verdict> {
    writes(win);
    const until = performance.now() + PROOF_TIME, steps: Step[] = [], open: Open[] = [];
    const root = { next: steps };
    this.#asked = 0;
    if (attack) this.#follow(root, fen, attack, open);
    else if (actsIn(fen).phase === "ban") open.push({ step: root, fen, turns: win.turns });
    else this.#play(root, fen, [win.first], win.turns, open);
    open.reverse();
    let isCut = false;
    // The main line to its end, then all others, level by level.
    for (let next = open.pop(); next; next = open.pop()) {
      const isDone = this.#asked < PROOF_QUESTIONS && await this.#defend(next, open, until);
      if (!isDone) {
        isCut = true;
        next.step.comment ??= next.turns;
      }
    }
    return { proof: { ...win, fen, steps, isCut } };
  }

  /** Writes the winner's ban and every reply to it. Reports whether there was time for it. */
  async #defend({ step, fen, turns }: Open, open: Open[], until: number): Promise<boolean> {
    const own = await this.#solve(fen, turns, until);
    if (!own || own === "unknown") return false;
    const ban: Step = { action: own.bcn, next: [] }, replies: { reply: Step; fen: string; attack: Attack }[] = [];
    const game = gameAfter(fen, [own.bcn]), legal = game.gameOver() ? [] : game.getLegalActions(), banned = game.fen();
    game.free();
    for (const action of legal) {
      const reply = BanChess.serializeAction(action), after = fenAfter(banned, [reply]), attack = await this.#attack(after, turns, until);
      if (!attack || attack === "unknown") return false;
      replies.push({ reply: { action: reply, next: [] }, fen: after, attack });
    }
    replies.sort((a, b) => b.attack.turns - a.attack.turns);
    step.next.push(ban);
    const after: Open[] = [];
    for (const { reply, fen, attack } of replies) {
      ban.next.push(reply);
      this.#follow(reply, fen, attack, after);
    }
    const [main] = after;
    open.unshift(...after.slice(1).reverse());
    if (main) open.push(main);
    return true;
  }

  /** Writes both bans that matter, each with the winning move after it. */
  #follow(step: { next: Step[] }, fen: string, { first, second, turns }: Attack, open: Open[]): void {
    const { from, to } = pairIn(first), game = gameAfter(fen, []), instead = game.getLegalActions().map((action) => (action as { ban: Ban }).ban).find((ban) => ban.from !== from || ban.to !== to);
    game.free();
    this.#play(step, fen, [`b:${from}${to}`, second], turns, open);
    if (instead) this.#play(step, fen, [`b:${instead.from}${instead.to}`, first], turns, open, "otherBan");
  }

  /** Writes a line that ends with a move of the winner. */
  #play(step: { next: Step[] }, fen: string, line: readonly string[], turns: number, open: Open[], comment?: "otherBan"): void {
    let last: { next: Step[] } = step;
    for (const [i, action] of line.entries()) {
      const added: Step = { action, ...i === 0 && comment && { comment }, next: [] };
      last.next.push(added);
      last = added;
    }
    const game = gameAfter(fen, line), isOver = game.gameOver(), after = game.fen();
    game.free();
    if (!isOver) open.push({ step: last, fen: after, turns });
  }
}

/** Returns the game after actions from a position. */
function gameAfter(fen: string, actions: readonly string[]): BanChess {
  return BanChess.replayFromActions(actions, fen);
}

function fenAfter(fen: string, actions: readonly string[]): string {
  const game = gameAfter(fen, actions), after = game.fen();
  game.free();
  return after;
}
