// The field for typed bans and moves, opened by a key as on lichess. It is loaded when it
// is first opened.

import { words } from "language/small";
import { actionOf } from "../model/index.js";
import { enqueue, isLocked, isLookingBack, type PageStore, type State } from "../shell/index.js";
import { $, draw, h } from "../view/index.js";
import type { GameController } from "./controller.js";
import { lookText } from "./status.js";

/** Returns a function that opens the field, or closes an open one if told to toggle. */
export function createMoveInput(store: PageStore, controller: GameController): (toggle: boolean) => void {
  const form = Object.assign(document.createElement("form"), { id: "typed", className: "typed", onsubmit: submit });
  $("tools").before(form);
  let back: HTMLElement | null = null; // the element that had the focus before
  let isOpen = false, text = "", isRefused = false;

  function show(): void {
    form.hidden = !isOpen;
    draw(form, (
      <input
        id="typed-text" placeholder={words.play.tools.type} aria-label={words.play.tools.type} aria-describedby="notice" aria-invalid={isRefused ? "true" : undefined}
        spellcheck="false" autocomplete="off" autocapitalize="off" enterkeyhint="go" value={text} oninput={input} onkeydown={close}
      />
    ));
  }

  function submit(event: Event): void {
    event.preventDefault();
    const action = text.trim();
    if (!action || !store.state.rules) return;
    // A refused text stays, so that it can be corrected.
    if (isLocked(store.state)) isRefused = !playAhead(store, action);
    else isRefused = !controller.play(action);
    if (!isRefused) text = "";
    show();
  }

  function input({ target }: Event): void {
    text = (target as HTMLInputElement).value;
    isRefused = false;
    show();
  }

  function close(event: KeyboardEvent): void {
    if (event.key !== "Escape") return;
    event.preventDefault();
    if (isRefused) store.set({ notice: null });
    [isOpen, text, isRefused] = [false, "", false];
    $("typed-text").blur();
    show();
    back?.focus({ preventScroll: true });
  }

  return (toggle) => {
    if (!isOpen) back = document.activeElement as HTMLElement | null;
    isOpen = !(toggle && isOpen);
    show();
    if (isOpen) $("typed-text").focus();
  };
}

/** Chooses an action ahead of the turn, or says why it cannot be chosen. */
function playAhead(store: PageStore, action: string): boolean {
  const { premoves } = store.state;
  const key = action.toLowerCase().replace(/^[bm]:|[-–=]/g, "");
  const pair = premoves?.legal?.find((each) => each.from + each.to + ("promotion" in each ? each.promotion : "") === key);
  if (premoves && pair) return enqueue(store, actionOf(premoves.phase, pair));
  store.set({ notice: { kind: "refused", text: premoves ? words.play.premove.typed : whyLocked(store.state) } });
  return false;
}

function whyLocked(state: State): string {
  if (isLookingBack(state)) return lookText(state);
  return state.players[state.position.active].kind === "computer" ? words.play.computersTurn : words.play.notYourTurn;
}
