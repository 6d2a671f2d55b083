// The players, above and below the board: who they are, what they have taken,
// their clocks, and which of them bans or moves now.

import { piecesOf, type PieceName, type Player } from "../../banchess/banchess.js";
import { TENTHS, clockText, timeLeft } from "../shell/clock.js";
import { element } from "../shell/dom.js";
import { pieceImage } from "../shell/figures.js";
import { lead, takenBy } from "../board/material.js";
import { ownSide } from "../shell/players.js";
import { other } from "../shell/position.js";
import type { PageStore, State } from "../shell/state.js";
import { name, roleName, seatName } from "../shell/words.js";

/** Makes the two strips in their elements. */
export function createStrips(store: PageStore, top: HTMLElement, bottom: HTMLElement): void {
  const strips = [new Strip(top, store), new Strip(bottom, store)];
  store.watch(["position", "settings", "players", "record", "revision"], (state) => {
    const { orientation } = state.settings;
    for (const [i, strip] of strips.entries()) strip.show(state, i === 0 ? other(orientation) : orientation);
  });
}

/** Who plays a side: "You", "Computer, level 3", a name out of the PGN, or the side. */
export function playerName({ settings, players, record }: State, player: Player): string {
  const isPlay = settings.mode === "play", seat = players[player];
  if (isPlay && seat.kind !== "human") return seatName(seat);
  const tag = record.tags()[name(player)];
  if (tag && tag !== "?") return tag;
  return isPlay && ownSide(players) ? seatName(seat) : name(player);
}

class Strip {
  #player: Player = "white";
  #taken = "";
  readonly #who = element("span", { className: "who" });
  readonly #acts = element("span", { className: "acts" });
  readonly #captures = element("span", { className: "taken" }, { role: "img" });
  readonly #clock = element("span", { className: "clock", hidden: true }, { role: "timer" });

  constructor(readonly root: HTMLElement, store: PageStore) {
    root.setAttribute("role", "group");
    const words = element("span", { className: "words" });
    words.append(this.#who, this.#acts);
    root.append(element("span", { className: "side" }), words, this.#captures, this.#clock);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      this.tick(store.state);
      const { clock } = store.state;
      // The last seconds are counted in tenths.
      if (clock?.running === this.#player) timer = setTimeout(look, timeLeft(clock, this.#player) < TENTHS ? 100 : 250);
    };
    store.watch(["clock", "settings"], look);
  }

  show(state: State, player: Player): void {
    const { position, record } = state;
    const acts = !position.result && position.active === player;
    this.#player = player;
    Object.assign(this.root.dataset, { player, acts });
    this.root.setAttribute("aria-label", name(player));
    this.#who.textContent = playerName(state, player);
    this.#acts.textContent = acts ? `${position.phase}s` : "";
    const start = piecesOf(record.fen);
    this.#showTaken(start ? takenBy(player, start, position.pieces) : [], lead(player, position.pieces));
    this.tick(state);
  }

  #showTaken(taken: PieceName[], ahead: number): void {
    const key = `${taken.join()} ${ahead}`;
    if (key === this.#taken) return;
    this.#taken = key;
    const words = [...(taken.length > 0 ? [`has taken ${taken.map((piece) => roleName(piece.charAt(1))).join(", ")}`] : []), ...(ahead > 0 ? [`ahead by ${ahead}`] : [])];
    this.#captures.hidden = words.length === 0;
    this.#captures.setAttribute("aria-label", words.join(", "));
    // The same pieces lie over one another.
    const images = taken.map((piece, i) => {
      const image = pieceImage(piece);
      image.classList.toggle("again", piece === taken[i - 1]);
      return image;
    });
    this.#captures.replaceChildren(...images, ...(ahead > 0 ? [element("b", { textContent: `+${ahead}` })] : []));
  }

  tick({ clock, settings }: State): void {
    this.#clock.hidden = !clock || settings.mode !== "play";
    if (!clock) return;
    const left = timeLeft(clock, this.#player);
    const text = clockText(left);
    if (this.#clock.textContent !== text) this.#clock.textContent = text;
    Object.assign(this.#clock.dataset, { running: clock.running === this.#player, low: left < TENTHS });
  }
}
