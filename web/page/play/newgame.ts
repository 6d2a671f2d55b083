// The dialog for a new game: against whom, which side, with what clock, and from
// where. What was chosen last is chosen again.

import { BanChessError, START_FEN } from "../../banchess/banchess.js";
import { LEVEL_TABLE, type Level } from "../../banchess/engine.js";
import { newClock } from "../shell/clock.js";
import type { GameController } from "./controller.js";
import { bindDialog } from "../shell/dialogs.js";
import { $, element } from "../shell/dom.js";
import { HUMANS, computerAs } from "../shell/players.js";
import { other } from "../shell/position.js";
import type { Settings } from "../shell/settings.js";
import { updateSettings, type PageStore } from "../shell/state.js";
import { errorText } from "../shell/words.js";

/** What a level is like and, if there is a next, how it does against that. */
export function levelWords(level: number, table: readonly Level[] = LEVEL_TABLE): string {
  const { name = "", againstNext } = table[level - 1] ?? {};
  return againstNext === undefined ? `${level}, ${name}` : `${level}, ${name}: scores ${Math.round(againstNext * 100)} % against level ${level + 1}`;
}

/** Clocks that many play by: minutes and increment, and the word for all others. */
const CLOCKS = ["1+0", "3+2", "5+3", "10+5", "Custom"];

const LEAST_MINUTES = 0.1;
const MOST_MINUTES = 180;
const MOST_INCREMENT = 180; // seconds

/** Starts the game from where the last one began, with the colours exchanged. */
export function rematch(store: PageStore, controller: GameController): void {
  const { settings: { orientation, minutes, increment }, players: { white, black }, record, clock } = store.state;
  controller.newGame(record.fen);
  updateSettings(store, { orientation: other(orientation) }, { players: { white: black, black: white }, clock: clock && newClock(minutes * 60_000, increment * 1000) });
}

/** Binds the dialog, and returns the command that opens it. */
export function createNewGame(store: PageStore, controller: GameController): () => void {
  const dialog = bindDialog("new-game");
  const form = $<HTMLFormElement>("new-form");
  const fen = $<HTMLInputElement>("new-fen");

  $("clocks").append(...CLOCKS.map((clock) => segment({ name: "clock", value: clock }, clock)));

  const chosen = (name: string) => (form.elements.namedItem(name) as RadioNodeList).value;
  const choose = (name: string, value: string) => ((form.elements.namedItem(name) as RadioNodeList).value = value);
  function complain(text: string, about = fen): void {
    $("new-error").textContent = text;
    for (const input of [fen, field("minutes"), field("increment")]) input.toggleAttribute("aria-invalid", text !== "" && input === about);
    if (text) about.focus();
  }

  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;

  /** A clock that is chosen is written into the fields, and what is written there chooses it. */
  function setClock({ target }: Event): void {
    if ((target as HTMLInputElement).name !== "clock") return showClock();
    const [minutes, increment] = chosen("clock").split("+");
    if (increment === undefined) return;
    field("minutes").value = minutes!;
    field("increment").value = increment;
  }

  function showClock(): void {
    const clock = `${field("minutes").value}+${field("increment").value}`;
    choose("clock", CLOCKS.includes(clock) ? clock : "Custom");
  }

  /** What goes with what is chosen, and what does not. */
  function follow(): void {
    $("new-level").hidden = chosen("against") !== "computer";
    $("new-times").hidden = chosen("timed") !== "true";
    $("new-fen-field").hidden = chosen("from") !== "fen";
    $("new-side-legend").textContent = chosen("against") === "computer" ? "You play" : "At the bottom";
    const words = ($("level-word").textContent = levelWords(Number(chosen("level"))));
    field("level").ariaValueText = words;
    if (chosen("from") !== "fen") complain("");
  }

  function start(): void {
    const from = { start: START_FEN, here: store.state.position.fen, fen: fen.value.trim() }[chosen("from")] ?? START_FEN;
    if (from === "") return complain("Write the FEN of a position here.");
    const timed = chosen("timed") === "true";
    const [minutes, increment] = [field("minutes").valueAsNumber, field("increment").valueAsNumber];
    if (timed && !(minutes >= LEAST_MINUTES && minutes <= MOST_MINUTES)) return complain(`A clock has ${LEAST_MINUTES} to ${MOST_MINUTES} minutes.`, field("minutes"));
    if (timed && !(increment >= 0 && increment <= MOST_INCREMENT)) return complain(`An increment has 0 to ${MOST_INCREMENT} seconds.`, field("increment"));
    try {
      controller.newGame(from);
    } catch (error) {
      if (!(error instanceof BanChessError)) throw error;
      return complain(errorText(error.message, error));
    }
    const side = chosen("side") as Settings["side"];
    const orientation = side !== "either" ? side : Math.random() < 0.5 ? "white" : "black";
    const level = Number(chosen("level"));
    const against = chosen("against") as Settings["against"];
    updateSettings(store, {
      orientation, side, against, timed, ...timed && { minutes, increment }, mode: "play", level,
    }, { players: against === "friend" ? HUMANS : computerAs(other(orientation), level), clock: timed ? newClock(minutes * 60_000, increment * 1000) : null });
    dialog.close();
    scrollTo(0, 0); // to the board, from wherever the button was
  }

  form.addEventListener("input", follow);
  $("new-times").addEventListener("input", setClock);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    start();
  });

  return () => {
    const { settings } = store.state;
    for (const name of ["against", "side", "level", "timed", "minutes", "increment"] as const) choose(name, String(settings[name]));
    showClock();
    choose("from", "start");
    for (const input of form.querySelectorAll<HTMLInputElement>("[name=from][value=here]")) input.disabled = store.state.position.result !== null;
    complain("");
    follow();
    dialog.showModal();
    $("new-start").focus();
  };
}

/** One of a row of choices. */
function segment(input: Partial<HTMLInputElement>, text: string): HTMLElement {
  const label = element("label");
  label.append(element("input", { type: "radio", ...input }), element("span", { textContent: text }));
  return label;
}
