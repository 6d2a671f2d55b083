// The tabs of one browser: they find each other without a code.

import type { Player } from "../../banchess/banchess.js";
import { newId } from "../model/index.js";
import { channelOf } from "../shell/index.js";
import type { Transport } from "./session.js";

const PATIENCE = 500; // milliseconds in which another tab answers, as a rule
const GIVING = 3000; // milliseconds in which a tab takes an answer, also a hidden one

/** The seat that a tab wants, or null to watch. */
export type Wanted = Player | null;

type Message = { readonly from: string; readonly to?: string } & (
  | { readonly kind: "here"; readonly game: string } // a tab has a game on the board
  | { readonly kind: "kept"; readonly game: string } // a tab is connected in it, or on the way there
  | { readonly kind: "hello"; readonly game: string; readonly seat: Wanted } // a tab wants to join it
  | { readonly kind: "welcome"; readonly seat: Player | null } // may have that seat
  | { readonly kind: "joined"; readonly game: string; readonly seat: Player | null } // takes it
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "bye" }
  | { readonly kind: "answer"; readonly text: string } // a tab was opened with the answer to an invitation
  | { readonly kind: "taken" }
);

interface Peer {
  hear(text: string): void;
  closed(): void;
}

/** The work of a tab for the others. */
export interface Tab {
  /** Returns the seat of another tab that wants to join a game; undefined if this tab does not have the game. */
  seat(game: string, wanted: Wanted): Player | null | undefined;
  /** Another tab has joined. */
  joined(transport: Transport, seat: Player | null): void;
  /** Another tab has put a game on its board. Reports whether this tab is connected in it, or on the way there. */
  isHere(game: string): boolean;
  /** Another tab is connected in a game, or on the way there. */
  isKept(game: string): void;
  /** Takes an answer to an invitation. Reports whether this tab waits for it. */
  take(answer: string): boolean;
}

/** Returns the name of the lock that a tab holds while it lives. A tab that gets another's lock knows that it has gone, even by a crash. */
const lockOf = (tab: string) => `banchess.tab.${tab}`;

export class Tabs {
  #own = newId();
  #locked = new Promise<void>((done) => {
    if (!("locks" in navigator)) return done(); // where the page is not secure
    void navigator.locks.request(lockOf(this.#own), () => {
      done();
      return new Promise(() => {});
    }).catch(() => done()); // where the browser keeps nothing for the page
  });
  #channel = channelOf("banchess.together");
  #peers = new Map<string, Peer>();
  #answered: (message: Message) => void = () => {};

  constructor(tab: Tab) {
    addEventListener("pagehide", () => { for (const to of this.#peers.keys()) this.#post({ kind: "bye", to }); });
    if (!this.#channel) return;
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => {
      const { from, to } = data;
      if (to !== undefined && to !== this.#own) return;
      if (data.kind === "here") {
        if (tab.isHere(data.game)) this.keep(data.game, from);
      } else if (data.kind === "kept") tab.isKept(data.game);
      else if (data.kind === "hello") {
        const seat = tab.seat(data.game, data.seat);
        if (seat !== undefined) void this.#locked.then(() => this.#post({ kind: "welcome", to: from, seat }));
      } else if (data.kind === "joined") {
        if (tab.seat(data.game, data.seat) === data.seat) tab.joined(this.#over(from), data.seat);
        else this.#post({ kind: "bye", to: from }); // somebody was quicker
      } else if (data.kind === "answer") {
        if (tab.take(data.text)) this.#post({ kind: "taken", to: from });
      } else if (data.kind === "text") this.#peers.get(from)?.hear(data.text);
      else if (data.kind === "bye") this.#close(from);
      else this.#answered(data);
    };
  }

  /** Tells the other tabs that this one has a game on the board. */
  tell(game: string): void {
    this.#post({ kind: "here", game });
  }

  /** Tells another tab, or all others, that this one is connected in a game, or on the way there. */
  keep(game: string, to?: string): void {
    this.#post({ kind: "kept", game, ...to && { to } });
  }

  /** Joins the game of another tab. Resolves with null if none has it. */
  async join(game: string, seat: Wanted, patience = PATIENCE): Promise<{ transport: Transport; seat: Player | null } | null> {
    await this.#locked;
    const answer = await this.#ask({ kind: "hello", game, seat }, patience);
    if (answer?.kind !== "welcome") return null;
    const { from: to, seat: got } = answer;
    this.#post({ kind: "joined", to, game, seat: got });
    return { transport: this.#over(to), seat: got };
  }

  /** Gives an answer to the tab that waits for it. Resolves with whether there is one. */
  async give(text: string): Promise<boolean> {
    return (await this.#ask({ kind: "answer", text }, GIVING)) !== null;
  }

  /** Asks all tabs, and resolves with the first reply. */
  #ask(message: { kind: "hello"; game: string; seat: Wanted } | { kind: "answer"; text: string }, patience = PATIENCE): Promise<Message | null> {
    return new Promise((done) => {
      this.#answered = done;
      this.#post(message);
      setTimeout(() => done(null), patience);
    });
  }

  #post(message: Record<string, unknown> & { kind: Message["kind"] }): void {
    this.#channel?.postMessage({ ...message, from: this.#own });
  }

  #over(to: string): Transport {
    this.#close(to);
    return {
      send: (text) => { if (this.#peers.has(to)) this.#post({ kind: "text", to, text }); },
      listen: (hear, closed) => {
        this.#peers.set(to, { hear, closed });
        if ("locks" in navigator) navigator.locks.request(lockOf(to), () => this.#close(to)).catch(() => {});
      },
      close: () => {
        this.#post({ kind: "bye", to });
        this.#close(to);
      },
    };
  }

  #close(to: string): void {
    const peer = this.#peers.get(to);
    this.#peers.delete(to);
    peer?.closed();
  }
}
