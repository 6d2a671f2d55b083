// The help: how Ban Chess is played, and the keys. It is loaded when somebody first opens it.

import { LEVELS } from "../../banchess/engine.js";
import { words } from "language/help";
import { createDialog, DialogHead, Fragment, h, type Dialog } from "../shell/index.js";

const RELEASES = "https://github.com/banchess/banchess/releases/tag/";
const VERSION = "__BANCHESS_VERSION__"; // which the build knows

/** @param showTour begins the first steps again */
export function createHelp(showTour: () => void): Dialog {
  const { help } = words.play;
  const dialog = createDialog("help", () => (
    <>
      <DialogHead id="help" title={help.title} />
      <p>{help.about}</p>
      <ol>{help.rules.map(([strong, text]) => <li>{strong && <strong>{strong}</strong>} {text}</li>)}</ol>
      <p>{help.modes(LEVELS)}</p>
      <p>{help.board}</p>
      <p><button id="tour-again" class="button" onclick={again}>{help.tour}</button></p>
      <h3>{help.keysTitle}</h3>
      <dl class="keys">
        {help.keys.map(([keys, text]) => <div><dt>{keys.map((key) => [<kbd>{key}</kbd>, " "])}</dt><dd>{text}</dd></div>)}
      </dl>
      <p class="version"><a href={RELEASES + VERSION}>{`banchess ${VERSION}`}</a></p>
    </>
  ));
  const again = () => {
    dialog.close();
    showTour();
  };
  return dialog;
}
