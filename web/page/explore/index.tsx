// The opening explorer, in a tab of Analyse: what was banned and moved in the position shown,
// how often and with what result, in the engine's games, My games or a PGN. It is loaded when
// the tab is first opened.

import { isUnaided, type PageStore } from "../shell/index.js";
import { createStore, draw, h } from "../view/index.js";
import { createCounting, FIRST, type Exploring } from "./explorer.js";
import { View } from "./view.js";

/**
 * Shows the explorer in an element.
 *
 * @param play plays an action
 */
export function createExplorer(root: HTMLElement, page: PageStore, play: (action: string) => void): void {
  const store = createStore<Exploring>(FIRST);
  const { look, ...commands } = createCounting(store, page);
  const isOpen = () => page.state.settings.mode === "analyse" && page.state.settings.tab === "explore";
  let focused = false; // true if a row was played by a key
  const show = () => {
    if (!isOpen()) return;
    const { position } = page.state;
    draw(root, <View
      state={store.state} position={position} isUnaided={isUnaided(page.state)} {...commands}
      play={({ action }) => {
        if (store.state.fen !== position.fen) return; // what was found is of another position
        focused = document.activeElement?.closest("#explore-rows") !== null;
        play(action);
      }}
      point={(row) => {
        const { record, position: { fen }, pointer } = page.state;
        if (row && store.state.fen === fen) page.set({ pointer: { by: "explore", action: row.action, at: record.current } });
        else if (pointer?.by === "explore") page.set({ pointer: null });
      }}
    />);
    if (focused && store.state.fen === position.fen) {
      focused = false;
      if (document.activeElement === document.body) root.querySelector<HTMLElement>(".explore-row")?.focus();
    }
  };
  store.watch(["source", "found", "about", "read", "reading", "isStopped", "filter", "trouble"], show);
  page.watch(["position", "settings", "begun", "record", "rules"], () => {
    show();
    if (isOpen() && !isUnaided(page.state) && page.state.rules) void look();
  });
}
