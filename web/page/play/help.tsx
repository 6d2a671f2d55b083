// The help: the rules of Ban Chess, and the keys. It is loaded when it is first opened.

import { LEVELS } from "../../banchess/engine.js";
import { words } from "language/help";
import { createDialog, DialogHead, Fragment, h, type Dialog } from "../view/index.js";

const RELEASES = "https://github.com/banchess/banchess/releases/tag/";
const VERSION = "__BANCHESS_VERSION__"; // set by the build

/** @param showTour restarts the first steps */
export function createHelp(showTour: () => void): Dialog {
  const { help } = words.play;
  const dialog = createDialog("help", () => (
    <>
      <DialogHead id="help" title={help.title} />
      <p>{help.about}</p>
      <ol>{help.rules.map(([strong, text]) => <li>{strong && <strong>{strong}</strong>} {text}</li>)}</ol>
      <p>{help.modes(LEVELS)}</p>
      <p>{help.board}</p>
      <p>{help.ahead}</p>
      <p><a id="known" href="known.html">{help.known}</a></p>
      <p><button id="tour-again" class="button" onclick={again}>{help.tour}</button></p>
      <h3>{help.keysTitle}</h3>
      <dl class="keys">
        {help.keys.map(([keys, text]) => <div><dt>{keys.map((key) => [<kbd>{key}</kbd>, " "])}</dt><dd>{text}</dd></div>)}
      </dl>
      <p class="release"><a href={RELEASES + VERSION}>{`banchess ${VERSION}`}</a></p>
    </>
  ));
  const again = () => {
    dialog.close();
    showTour();
  };
  return dialog;
}
