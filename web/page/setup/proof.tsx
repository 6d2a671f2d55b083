// The part of the panel that looks for a mate, and shows how far it is.

import { BanChess, BanChessError, type Player } from "../../banchess/banchess.js";
import { GameTree, type TreeRecord } from "../../banchess/tree.js";
import { words } from "language/setup";
import { banText, other, trouble } from "../model/index.js";
import { createStore, h } from "../view/index.js";
import { actsIn } from "./position.js";
import { Prover, type Proof, type Step, type Win } from "./prover.js";

/** The time limits to choose from, in seconds. */
const LIMITS = [10, 60, 600];

export type Search =
  | { readonly state: "off" | "loading" }
  | { readonly state: "looking"; readonly turns: number }
  | { readonly state: "writing" | "unwritten"; readonly win: Win } // unwritten if the user stopped it
  | { readonly state: "proven"; readonly proof: Proof }
  | { readonly state: "undecided" | "stopped"; readonly within: number; readonly mover: Player | null }
  | { readonly state: "failed"; readonly error: string };

const isRunning = ({ state }: Search) => state === "loading" || state === "looking" || state === "writing";

/** Looks for a mate in one position at a time. */
export class Searches {
  readonly store = createStore<{ search: Search; seconds: number }>({ search: { state: "off" }, seconds: 60 });
  #prover: Prover | null = null;

  /** Looks for a mate in a position. An earlier search ends. */
  async start(fen: string): Promise<void> {
    this.reset();
    const prover = (this.#prover = new Prover()), { mover, phase } = actsIn(fen);
    const tell = (search: Search) => { if (this.#prover === prover) this.store.set({ search }); };
    tell({ state: "loading" });
    try {
      await prover.start();
      const found = await prover.prove(fen, this.store.state.seconds * 1000, (turns) => tell({ state: "looking", turns }), (win) => tell({ state: "writing", win }));
      tell("proof" in found ? { state: "proven", proof: found.proof } : { state: "undecided", within: found.within, mover: phase === "move" ? mover : null });
    } catch (error) {
      if (!(error instanceof BanChessError)) throw error;
      tell({ state: "failed", error: trouble("engine", error) });
    }
    prover.end();
    if (this.#prover === prover) this.#prover = null;
  }

  /** Stops at the user's wish. What is known by then is told. */
  stop(fen: string): void {
    const { search } = this.store.state, { mover, phase } = actsIn(fen);
    this.reset();
    if (search.state === "writing") return this.store.set({ search: { state: "unwritten", win: search.win } });
    this.store.set({ search: { state: "stopped", within: search.state === "looking" ? search.turns - 1 : 0, mover: phase === "move" ? mover : null } });
  }

  /** Forgets the search. */
  reset(): void {
    const prover = this.#prover;
    this.#prover = null;
    prover?.end();
    if (this.store.state.search.state !== "off") this.store.set({ search: { state: "off" } });
  }
}

interface Props {
  fen: string;
  isOff: boolean; // true if the position is impossible, or the game is over
  isUnaided: boolean;
  searches: Searches;
  show: (proof: Proof) => void;
}

export function Mate({ fen, isOff, isUnaided, searches, show }: Props) {
  const { search, seconds } = searches.store.state, { prover } = words.setup, running = isRunning(search);
  return (
    <section class="setup-mate" data-search={search.state}>
      <div class="setup-solve">
        {running ? <button type="button" id="setup-stop" class="button" key="stop" onclick={() => searches.stop(fen)}>{prover.stop}</button>
          : <button type="button" id="setup-solve" class="button" key="solve" disabled={isOff || isUnaided} aria-describedby="setup-prover" onclick={() => void searches.start(fen)}>{words.setup.solve}</button>}
        <label><span class="hidden">{prover.limit}</span>
          <select id="setup-seconds" disabled={running} value={String(seconds)} onchange={({ currentTarget }) => searches.store.set({ seconds: Number((currentTarget as HTMLSelectElement).value) })}>
            {LIMITS.map((limit) => <option value={String(limit)}>{prover.seconds(limit)}</option>)}
          </select>
        </label>
        {search.state === "proven" && <button type="button" id="setup-proof" class="button primary" onclick={() => show(search.proof)}>{prover.show}</button>}
      </div>
      <p id="setup-prover" class="hint" role="status">{isUnaided ? prover.unaided : said(search, fen, seconds)}</p>
    </section>
  );
}

/** Returns what is known of the mate, in words. */
function said(search: Search, fen: string, seconds: number): string {
  const { prover } = words.setup;
  switch (search.state) {
    case "off": return prover.about;
    case "loading": return prover.loading;
    case "looking": return prover.looking(search.turns);
    case "writing": return prover.writing(search.win.winner, search.win.turns);
    case "proven": return won(search.proof, fen);
    case "unwritten": return `${won(search.win, fen)} ${prover.unwritten}`;
    case "undecided": return prover.unknown(search.within, search.mover, prover.seconds(seconds));
    case "stopped": return prover.stopped(search.within, search.mover);
    case "failed": return prover.failed(search.error);
  }
}

/** Says who mates, and with what it begins. */
function won({ winner, turns, first }: Win, fen: string): string {
  const { prover } = words.setup, { mover, phase } = actsIn(fen), isAnyBan = phase === "ban" && winner === mover;
  return prover.won(winner, other(winner), turns) + (isAnyBan ? "" : ` ${prover.first(nameOf(fen, first))}`);
}

/** Returns the name of the first action: "the ban e2–e4" or a move in SAN. */
function nameOf(fen: string, action: string): string {
  if (action.startsWith("b:")) return words.setup.prover.theBan(banText(action.slice(2, 6)));
  const game = BanChess.replayFromActions([action], fen), san = game.getActionLog().at(-1) ?? "";
  game.free();
  return san;
}

/** Returns a proof as a tree, the hardest defence first. */
export function treeOf({ winner, turns, fen, steps, isCut }: Proof): GameTree {
  const { prover } = words.setup, nodes: { parent: number; action: string; comment?: string }[] = [];
  const add = (parent: number, all: readonly Step[]): void => {
    for (const { action, comment, next } of all) {
      const text = comment === "otherBan" ? prover.otherBan : comment === undefined ? "" : prover.goesOn(winner, comment);
      add(nodes.push({ parent, action, ...text && { comment: text } }), next);
    }
  };
  add(0, steps);
  const comment = prover.proof(winner, turns) + (isCut ? ` ${prover.cut}` : "");
  return GameTree.fromJSON({ fen, nodes, start: { comment }, at: 0 } as TreeRecord);
}
