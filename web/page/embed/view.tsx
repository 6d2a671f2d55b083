// The parts around an embedded board: whose turn it is, and the buttons.

import { words } from "language/embed";
import { details, errorText, headline, other } from "../model/index.js";
import { updateSettings, type PageStore, type State } from "../shell/index.js";
import { $, Fragment, h, Icon, show } from "../view/index.js";
import type { Place } from "./wire.js";

/** The functions of the buttons and keys. */
export interface Commands {
  goTo(place: Place): void;
  flip(): void;
  /** Passes a key to the drawn board. Reports whether it was used. */
  board(key: string): boolean;
}

/** Shows the status and the buttons. @param moves false where the reader does not go through a game */
export function showAround(store: PageStore, { goTo, flip }: Commands, moves: boolean): void {
  show(store, ["position", "notice", "boot", "progress", "rules"], $("status"), (state) => <Status state={state} />);
  store.watch(["position"], ({ position: { result, phase, active } }) => {
    Object.assign($("status").dataset, { phase: result ? "over" : phase, player: result ? (result.winner ?? "none") : active });
    document.title = words.shell.title(headline(store.state.position));
  });
  show(store, ["position", "revision", "record", "rules", "link"], $("tools"), ({ record: { current, root }, rules, link }) => {
    const { tools } = words.play;
    const step = (place: Place & string, icon: string, title: string, to: unknown) =>
      <button key={place} type="button" class="icon-button" title={title} aria-label={title} disabled={!rules || !to} onclick={() => goTo(place)}><Icon name={icon} /></button>;
    return (
      <>
        {moves && [
          step("start", "start", tools.start, current !== root), step("back", "undo", tools.back, current.parent),
          step("forward", "redo", tools.forward, current.forward), step("end", "end", tools.end, current.forward),
        ]}
        <button key="flip" type="button" class="icon-button" title={tools.flip} aria-label={tools.flip} onclick={flip}><Icon name="flip" /></button>
        <a key="open" id="open" class="icon-button" href={`${document.querySelector<HTMLLinkElement>("link[rel=home]")!.href}${link ? `#${link.text}` : ""}`} target="_blank" rel="noopener" title={words.embed.open} aria-label={words.embed.open}><Icon name="open" /></a>
      </>
    );
  });
}

function Status({ state }: { state: State }) {
  const { position, notice, boot, progress } = state, { result, phase } = position;
  const isLoading = boot.phase === "loading", text = notice ? errorText(notice.text) : "";
  return (
    <>
      <svg class="status-icon" aria-hidden="true"><use href={`#i-${result ? (result.winner ? "over" : "draw") : phase}`} /></svg>
      <div>
        <h2 id="headline">{headline(position)}</h2>
        <p class="status-line">
          <span id="progress-text">{isLoading && progress}</span>{" "}
          <span id="notice" role="status" data-kind={notice?.kind ?? ""} data-code={notice?.code ?? ""}>{text}</span>{" "}
          <span id="details" hidden={isLoading || text !== ""}>{details(position).join(" · ")}</span>
        </p>
      </div>
    </>
  );
}

/** Listens to the keys. Those that scroll a page, and Tab, are left to the browser. */
export function listenToKeys(store: PageStore, { goTo, flip, board }: Commands, moves: boolean): void {
  const keys: { [key: string]: () => void } = {
    ...moves && { ArrowLeft: () => goTo("back"), ArrowRight: () => goTo("forward"), Home: () => goTo("start"), End: () => goTo("end") },
    f: flip,
  };
  document.addEventListener("keydown", (event) => {
    const { key, defaultPrevented, ctrlKey, altKey, metaKey } = event;
    if (defaultPrevented || ctrlKey || altKey || metaKey) return;
    // While the drawn board asks for a promotion, it handles the keys.
    if ((key === "Escape" || store.state.promotion) && board(key)) return event.preventDefault();
    if (!keys[key] || !store.state.rules) return;
    event.preventDefault();
    keys[key]();
  });
}

/** Turns the board, or puts a side at its bottom. */
export function turn(store: PageStore, orientation = other(store.state.settings.orientation)): void {
  updateSettings(store, { orientation });
}
