// The buttons, and the commands behind them.

import type { BanChessBoard } from "../../banchess/board.js";
import type { TreeNode } from "../../banchess/tree.js";
import type { GameController } from "./controller.js";
import { bindDialog } from "../shell/dialogs.js";
import { $ } from "../shell/dom.js";
import { bindList } from "../shell/menu.js";
import { other } from "../shell/position.js";
import { isUntouched } from "../shell/record.js";
import { updateSettings, type PageStore } from "../shell/state.js";
import { areHumans } from "../shell/players.js";
import { isLocked } from "../shell/permissions.js";
import { name } from "../shell/words.js";

/** What can be done with an entry of the list. */
interface EntryCommands {
  menu(node: TreeNode, at: { x: number; y: number }): void;
  comment(node: TreeNode): void;
}

/** Binds the buttons, and returns the commands for the keys. */
export function createTools(store: PageStore, controller: GameController, board: BanChessBoard, newGame: () => void, entries: EntryCommands, help: HTMLDialogElement) {
  const dialog = bindDialog("sure"), yes = $("sure-yes");
  let agreed = () => {};
  yes.addEventListener("click", () => agreed());
  /** Does what ends a game when somebody has said twice that it is meant. */
  const sure = (question: string, answer: string, act: () => void) => {
    if (store.state.position.result) return act(); // which says that it is over
    $("sure-title").textContent = question;
    yes.textContent = answer;
    agreed = act;
    dialog.showModal();
  };
  const flip = () => updateSettings(store, { orientation: other(store.state.settings.orientation) });
  // Back and forth against the computer is from one's own decision to the next.
  const undo = () => {
    const { position, clock, aside } = store.state;
    do controller.undo();
    while (isLocked(store.state) && store.state.record.current.parent !== null);
    // There is none before the computer's first: back to the one after it.
    if (isLocked(store.state)) redo();
    const { settings, players, notice } = store.state;
    // Without a clock nothing goes on meanwhile, and that is to be known.
    if (settings.mode === "play" && !areHumans(players) && !clock && !aside && !notice && store.state.position !== position) {
      store.set({ notice: { kind: "info", text: "Taken back. Play on from here, or go forward again." } });
    }
  };
  const redo = () => {
    do controller.redo();
    while (isLocked(store.state) && store.state.record.current.forward !== null);
  };
  const commands = {
    new: newGame,
    undo,
    redo,
    start: () => controller.start(),
    end: () => controller.end(),
    "entry-open": () => entries.menu(store.state.record.current, $("menu-open").getBoundingClientRect()),
    draw: () => sure("Do both agree on a draw?", "Draw", () => controller.agreeDraw()),
    resign: () => {
      const { players, position } = store.state;
      sure(areHumans(players) ? `Does ${name(position.active)} resign?` : "Do you resign?", "Resign", () => controller.resign());
    },
    flip,
  };
  const places = {
    /** To the variation above or below where there are some, or to an end of the line. */
    beside(step: 1 | -1): void {
      const { current } = store.state.record;
      const all = current.parent?.children ?? [];
      if (all.length > 1) controller.goTo(all[(all.indexOf(current) + step + all.length) % all.length]!);
      else if (step < 0) controller.start();
      else controller.end();
    },
    /** To the next place, or the one before, where the line branches. */
    branch(step: 1 | -1): void {
      const { record } = store.state;
      const along = (node: TreeNode) => (step < 0 ? node.parent : node.forward);
      let node = along(record.current);
      if (!node) return;
      for (let next = along(node); next && node.children.length < 2; next = along(node)) node = next;
      controller.goTo(node);
    },
  };
  for (const [id, command] of Object.entries(commands)) $(id).addEventListener("click", command);

  const enable = (id: string, enabled: boolean) => ($<HTMLButtonElement>(id).disabled = !(store.state.rules && enabled));
  store.watch(["position", "revision", "rules", "previous", "players"], ({ record, position, previous, players }) => {
    const over = position.result !== null;
    const played = record.current.parent !== null || record.current.outcome !== null;
    enable("new", true);
    enable("entry-open", true);
    enable("undo", played || (isUntouched(record) && previous !== null));
    enable("start", record.current.parent !== null);
    for (const id of ["redo", "end"]) enable(id, record.current.forward !== null);
    enable("resign", !over);
    // An agreement takes two people.
    enable("draw", !over && areHumans(players));
    $("undo").title = isUntouched(record) && !played && previous ? "Back to the previous game (←, Ctrl+Z)" : "Undo (←, Ctrl+Z)";
  });

  bindModes(store);
  bindMenu();
  return {
    ...commands,
    ...places,
    undoEdit: (again?: boolean) => controller.undoEdit(again),
    comment: () => store.state.rules && !store.state.aside && entries.comment(store.state.record.current),
    help: () => help.showModal(),
    board: (key: string) => board.key(key),
  };
}

const MODES = ["play", "analyse", "learn"] as const;

/** Play, Analyse and Learn, in the bar at the top. */
function bindModes(store: PageStore): void {
  for (const mode of MODES) {
    $(`mode-${mode}`).addEventListener("click", () => {
      const isLearn = mode === "learn";
      store.set({ place: isLearn ? mode : null });
      if (!isLearn) updateSettings(store, { mode });
    });
  }
  store.watch(["settings", "place"], ({ settings, place }) => {
    const shown = (document.body.dataset.mode = place === null ? settings.mode : "learn");
    for (const mode of MODES) $(`mode-${mode}`).setAttribute("aria-pressed", String(mode === shown));
  });
}

/** What is done less often, behind a button. */
function bindMenu(): void {
  const [menu, opener] = [$("menu"), $("menu-open")];
  const open = bindList(menu, {
    opener,
    told: (is) => opener.setAttribute("aria-expanded", String(is)),
  });
  opener.addEventListener("click", () => open(menu.hidden === true));
}
