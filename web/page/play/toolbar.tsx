// The buttons at the top, those that step through a game, and the menu of less frequent
// commands.

import { mayHint } from "../computer/index.js";
import { areHumans, isRemote, isUntouched } from "../model/index.js";
import { gameEnd, mayEnd, takeBackTo, updateSettings, words, type PageStore, type State } from "../shell/index.js";
import { $, bindList, Fragment, h, Icon, show } from "../view/index.js";

/** The functions of the buttons. */
export interface Buttons {
  start(): void;
  undo(): void;
  redo(): void;
  end(): void;
  newGame(): void;
  share(): void;
  games(): void;
  setUp(): void;
  help(): void;
  settings(): void;
  entry(at: { x: number; y: number }): void; // opens the menu of the current entry
  flip(): void;
  type(): void;
  hint(): void;
  takeBack(): void;
  draw(): void;
  resign(): void;
}

export function createToolbar(store: PageStore, buttons: Buttons): void {
  show(store, ["settings", "place"], $("bar"), (state) => <Bar state={state} setMode={(mode) => setMode(store, mode)} {...buttons} />);
  show(store, ["position", "revision", "record", "rules", "previous", "settings", "players", "aside", "played", "clock"], $("tools"), (state) => <Tools state={state} {...buttons} />);
  store.watch(["settings", "place"], (state) => {
    document.body.dataset.mode = modeOf(state);
  });
  const menu = $("menu"), opener = $("menu-open");
  const open = bindList(menu, { opener, told: (is) => opener.setAttribute("aria-expanded", String(is)) });
  opener.addEventListener("click", () => open(menu.hidden === true));
}

const MODES = ["play", "analyse", "learn"] as const;
type Mode = (typeof MODES)[number];

const modeOf = ({ settings, place }: State): Mode => (place === null ? settings.mode : "learn");

function setMode(store: PageStore, mode: Mode): void {
  store.set({ place: mode === "learn" ? mode : null });
  if (mode !== "learn") updateSettings(store, { mode });
}

/** The buttons for modes, help and settings. */
function Bar({ state, setMode, help, settings }: Buttons & { state: State; setMode: (mode: Mode) => void }) {
  const shown = modeOf(state), { tools } = words.play;
  return (
    <>
      <div class="modes" role="group" aria-label={tools.modes}>
        {MODES.map((mode) => <button id={`mode-${mode}`} aria-pressed={shown === mode} onclick={() => setMode(mode)}>{tools[mode]}</button>)}
      </div>
      <button id="help-open" class="icon-button" title={tools.withKeys(tools.help, "?")} onclick={help}><Icon name="help" /><span class="hidden">{tools.help}</span></button>
      <button id="settings-open" class="icon-button" title={tools.settings} onclick={settings}><Icon name="settings" /><span class="hidden">{tools.settings}</span></button>
    </>
  );
}

function Tools({ state, ...buttons }: Buttons & { state: State }) {
  const { record, previous, players, rules } = state, { tools } = words.play;
  const { current } = record, isPlayed = current.parent !== null || current.outcome !== null;
  const isBackToGame = !isPlayed && previous !== null && isUntouched(record);
  const isPlaying = gameEnd(state) !== null; // true if going back only looks back
  const isOff = !mayEnd(state);
  const isElsewhere = isRemote(players);
  const openEntry = () => buttons.entry($("menu-open").getBoundingClientRect());
  return (
    <>
      <div class="tool-row">
        <Tool id="start" words={tools.start} keys="Home" isOff={!rules || current.parent === null} press={buttons.start} />
        <Tool id="undo" words={tools.back} title={isBackToGame ? tools.backToGame : isPlaying ? tools.back : tools.backTitle} keys="←, Ctrl+Z" isOff={!rules || !(isPlayed || isBackToGame)} press={buttons.undo} />
        <Tool id="redo" words={tools.forward} title={isPlaying ? tools.forward : tools.forwardTitle} keys="→, Ctrl+Y" isOff={!rules || current.forward === null} press={buttons.redo} />
        <Tool id="end" words={tools.end} keys="End" isOff={!rules || current.forward === null} press={buttons.end} />
      </div>
      <div class="tool-row actions">
        <button id="new" class="tool" disabled={!rules} onclick={buttons.newGame}><Icon name="new" /><span>{tools.newGame}</span></button>
        <button id="share-open" class="tool" onclick={buttons.share}><Icon name="share" /><span>{tools.share}</span></button>
        <button id="menu-open" class="tool" title={tools.more} aria-expanded="false" aria-controls="menu"><Icon name="menu" /><span class="hidden">{tools.more}</span></button>
      </div>
      <div id="menu" class="menu" hidden>
        <Item id="games-open" icon="games" words={tools.games} press={buttons.games} />
        <Item id="setup-open" icon="setup" words={tools.setup} press={buttons.setUp} />
        <Item id="entry-open" icon="comment" words={tools.entry} isOff={!rules} press={openEntry} />
        <Item id="flip" icon="flip" words={tools.flip} letter="f" press={buttons.flip} />
        <Item id="type" icon="move" words={tools.type} letter="/" press={buttons.type} />
        <Item id="hint" icon="hint" words={tools.hint} letter="h" isOff={!mayHint(state)} press={buttons.hint} />
        <Item id="take-back" icon="take-back" words={isElsewhere ? tools.askBack : tools.takeBack} isOff={!takeBackTo(state)} press={buttons.takeBack} />
        <Item id="draw" icon="draw" words={isElsewhere ? tools.offerDraw : tools.draw} isOff={isOff || !(isElsewhere || areHumans(players))} press={buttons.draw} />
        <Item id="resign" icon="resign" words={tools.resign} isOff={isOff} press={buttons.resign} />
      </div>
    </>
  );
}

interface Control {
  id: string;
  words: string;
  isOff?: boolean;
  press: () => void;
}

/** A button of the toolbar with an icon. Its words are for screen readers. */
const Tool = ({ id, words: text, title = text, keys, isOff, press }: Control & { title?: string; keys: string }) => (
  <button id={id} class="tool" title={words.play.tools.withKeys(title, keys)} disabled={isOff} onclick={press}><Icon name={id} /><span class="hidden">{text}</span></button>
);

/** An item of the menu, with its shortcut key. */
const Item = ({ id, icon, words, letter, isOff, press }: Control & { icon: string; letter?: string }) => (
  <button id={id} class="item" aria-keyshortcuts={letter} disabled={isOff} onclick={press}><Icon name={icon} /><span>{words}</span>{letter && <kbd aria-hidden="true">{letter}</kbd>}</button>
);
