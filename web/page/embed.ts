// The embedded board: the page's board, list and rules in a frame of another page. It stores
// nothing, takes no focus, and leaves the wheel to the page around it. Its address says what
// it shows; messages say it later. web/docs/embed.md describes both.

import type { BanChessBoard } from "../banchess/board.js";
import { BanChessError } from "../banchess/banchess.js";
import { words } from "language/embed";
import { createBoard } from "./board/index.js";
import {
  createMessages, gameIn, linked, listenToKeys, loadFinder, parametersOf, placeOf, showAround, textAfterHash, turn, watchHeight, WireError, type Command, type Place, type Shown,
} from "./embed/index.js";
import { createMoveList } from "./list/index.js";
import { HUMANS, newRecord, positionBefore, sentence } from "./model/index.js";
import { GameController } from "./play/index.js";
import { encodeLink, LinkError } from "./share/index.js";
import { applySettings, FIRST_STATE, isReadOnly, onDemand, updateSettings, watchBoot, type State } from "./shell/index.js";
import { $, createStore } from "./view/index.js";

const { mode, orientation, settings } = parametersOf(location.search);
const board = $<BanChessBoard>("board"), record = newRecord();
const store = createStore<State>({
  ...FIRST_STATE, record, position: positionBefore(record), settings: { ...settings, orientation: orientation ?? "white" },
  previous: null, linked: null, replaced: null, players: HUMANS, begun: null, clock: null, notice: null, place: null, tour: "off", learner: mode === "play" ? null : "nobody",
});
document.body.dataset["mode"] = mode;
$("record").hidden = mode === "find"; // it would tell the answer
applySettings(store, board);
const controller = new GameController(store, board);
createBoard(store, board, controller);
createMoveList($("moves"), store, { goTo: (node) => controller.goTo(node), comment: () => {} });
onDemand(store, { isAsked: ({ boot }) => boot.phase !== "loading", isQuiet: true, load: () => import("./spoken/index.js"), make: ({ createAnnouncer }) => createAnnouncer(store, $("announcer")) });
store.watch(["position", "learner", "rules"], (state) => void board.toggleAttribute("readonly", isReadOnly(state)));
// The link to the whole page opens the game as it is shown here.
let links = 0; // counts the links that were begun
store.watch(["revision", "record", "position", "settings"], async (state) => {
  const mine = ++links, link = await encodeLink(state.record, state.settings.orientation).catch(() => null);
  if (mine === links) store.set({ link });
});

const getFinder = onDemand(store, {
  load: loadFinder, make: ({ Finder }) => new Finder(store, controller, { board, place: $("finding"), tell: (...event) => tell(...event) }),
});

/** Shows a game. If the rules refuse it, throws a BanChessError and changes nothing. */
async function open({ source, below }: Shown, asked = orientation): Promise<void> {
  const finder = mode === "find" ? await getFinder() : null;
  if (mode === "find" && !finder) throw new WireError("not_ready", "A part of the board could not be loaded.");
  if (!store.state.rules) throw new WireError("not_ready", "The board has stopped: wait for the message ready.");
  if (finder) finder.begin(source);
  else controller.put(source);
  const side = asked ?? (finder ? null : below) ?? store.state.settings.orientation; // who is to find something is at the bottom
  updateSettings(store, { orientation: side }, { notice: null });
}

function goTo(place: Place): void {
  const { record } = store.state, { current } = record;
  const line = [...current.line(), ...forwardOf(current)];
  const node = place === "start" ? record.root : place === "end" ? line.at(-1) ?? current : place === "back" ? current.parent : place === "forward" ? current.forward
    : [record.root, ...line].find(({ ply }) => ply === place);
  if (node) controller.goTo(node);
  else if (typeof place === "number") throw new WireError("bad_argument", "The game shown has no such ply.");
}

/** Returns the nodes after a node on its line. */
function forwardOf(node: State["record"]["current"]): typeof node[] {
  const nodes = [];
  for (let next = node.forward; next; next = next.forward) nodes.push(next);
  return nodes;
}

async function act(command: Command): Promise<void> {
  if (!store.state.rules || !isOpen) throw new WireError("not_ready", "The board is loading: wait for its message ready.");
  switch (command.type) {
    case "load":
      return open(await gameIn(command.game), command.orientation);
    case "flip":
      return turn(store, command.orientation);
    case "goto":
      if (mode === "find") throw new WireError("wrong_mode", "A board on which a ban is to be found has no game to go through.");
      return goTo(command.to);
  }
}

const tell = createMessages(store, mode, act);
const commands = { goTo, flip: () => turn(store), board: (key: string) => board.key(key) };
showAround(store, commands, mode !== "find");
listenToKeys(store, commands, mode !== "find");
watchHeight($("panel"), (height) => tell("resize", { height }));

let isAsked = false; // true once the game in the address is being read
let isOpen = false; // true once it was read
let isReady = false; // true once the page around the board knows that it can be used

let opening = Promise.resolve();
/** Shows the game in the address, after the one that it had before. */
const followAddress = () => void (opening = opening.then(openAddress));

/** Shows the game in the address, or why it cannot be shown. */
async function openAddress(): Promise<void> {
  const isFirst = !isOpen;
  isOpen = isReady = false;
  try {
    const text = textAfterHash(location.hash);
    if (text || mode === "find") await open(text ? await gameIn(text) : { source: newRecord() });
    else controller.put(newRecord());
  } catch (error) {
    const isKnown = error instanceof BanChessError || error instanceof LinkError || error instanceof WireError;
    if (!isKnown) reportError(error);
    const code = isKnown ? error.code : "failed", { message } = error as Error;
    if (isFirst) controller.put(newRecord());
    store.set({ notice: { kind: "error", code, text: words.embed.unreadable(sentence(message)) } });
    tell("error", { code, error: message });
  }
  isOpen = true;
  delete document.body.dataset["waiting"];
  tellReady();
}

function tellReady(): void {
  const { boot } = store.state;
  if (boot.phase === "loading") isReady = false;
  else if (boot.phase === "failed") {
    delete document.body.dataset["waiting"];
    tell("error", { code: board.error?.code ?? "failed", error: boot.message });
  } else if (isOpen && !isReady) {
    isReady = true;
    tell("ready", placeOf(store.state));
  }
}

// The game of a link is shown before the rules are loaded.
const early = mode === "find" ? null : await linked(textAfterHash(location.hash)).catch(() => null);
if (early) {
  controller.expect(early.source);
  turn(store, orientation ?? early.below);
} else if (mode === "find" || textAfterHash(location.hash)) {
  document.body.dataset["waiting"] = ""; // only the rules can read it
}
watchBoot(store, board, () => {
  store.set({ replaced: null });
  if (isAsked) return controller.arrive();
  isAsked = true;
  followAddress();
});
store.watch(["boot"], tellReady);
addEventListener("hashchange", () => isAsked && followAddress());

// The board starts after all parts listen to it.
await import("../banchess/board.js");
