// The line that offers a new release. It is shown only while loading the page again changes
// nothing for the game.

import { words } from "language/small";
import { gameEnd, type PageStore, type State } from "../shell/index.js";
import { draw, Fragment, h, Icon, refocus, styled } from "../view/index.js";
import type { Releases } from "./releases.js";

/** Reports whether loading the page again would cost something: a connection, time on a clock, or a game or report that is kept nowhere. */
const isTouched = (state: State): boolean =>
  state.live || state.unkept !== "" || document.body.dataset["report"] === "running" || gameEnd(state) !== null && Boolean(state.clock || state.begun?.room);

export function showOffer(store: PageStore, releases: Releases): void {
  let line: HTMLElement | null = null, isLater = false;
  const show = async () => {
    const isShown = () => releases.found.state.isNew && !isLater && !isTouched(store.state);
    if (!line && !isShown()) return;
    if (!line) {
      line = Object.assign(document.createElement("div"), { id: "update", className: "update" });
      line.setAttribute("role", "status");
      document.querySelector("header")!.append(line);
      await styled("dialogs", Promise.resolve());
    }
    // A live region tells what is put into it.
    draw(line, isShown() && <>
      <p>{words.offline.ready}</p>
      <button id="update-load" class="button" onclick={load}>{words.offline.load}</button>
      <button id="update-later" class="icon-button" title={words.offline.later} onclick={later}><Icon name="close" /><span class="hidden">{words.offline.later}</span></button>
    </>);
  };
  const load = ({ target }: Event) => {
    (target as HTMLButtonElement).disabled = true;
    releases.load();
  };
  const later = () => {
    isLater = true;
    void show();
    refocus();
  };
  releases.found.watch(["isNew"], () => void show());
  store.watch(["live", "unkept", "clock", "begun", "position", "settings", "place", "record"], () => void show());
}
