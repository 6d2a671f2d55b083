// The question that is asked before an action that ends a game.

import { words } from "../shell/index.js";
import { createDialog, h } from "../view/index.js";
import type { Ask } from "./commands.js";

export function createAsk(): Ask {
  let [question, yes, act, loses]: Parameters<Ask> = ["", "", () => {}];
  const dialog = createDialog("sure", () => (
    <form method="dialog">
      <h2 id="sure-title">{question}</h2>
      <div class="buttons"><button class="button">{words.shell.cancel}</button><button id="sure-yes" class={loses ? "button danger" : "button primary"} onclick={act}>{yes}</button></div>
    </form>
  ));
  return (...asked) => {
    [question, yes, act, loses] = asked;
    dialog.open();
  };
}
