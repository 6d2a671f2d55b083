// The dialog through which games leave and come in: link, FEN and PGN of the game
// that is shown, and one box for another, which is typed, pasted, opened or dropped.

import { BanChessError } from "../../banchess/banchess.js";
import { isPlace, show } from "./address.js";
import type { GameController } from "../play/index.js";
import { $, bindDialog, element, errorText, notLoaded, setIcon, type PageStore } from "../shell/index.js";
import { addressIn, canPack, decodeLink, LinkError, LONG } from "./link.js";
import type { Found, List, Wanted } from "./import.js";

type Input = HTMLInputElement | HTMLTextAreaElement;

const MOST_BYTES = 16_000_000; // of a file
const MOST_SHOWN = 1_000_000; // characters in the box; what is longer is read all the same

/**
 * @param controller loads and writes the games
 * @param link has the store's link made for the game as it is now
 * @returns what opens the dialog
 */
export function createShare(store: PageStore, controller: GameController, link: () => Promise<void>): () => void {
  const dialog = bindDialog("share");
  store.watch(["record"], () => dialog.close()); // what was loaded is to be seen
  showGame(store, controller);
  for (const id of ["link", "fen", "pgn"]) {
    const field = $<Input>(id);
    field.addEventListener("focus", () => field.select());
    $(`${id}-copy`).addEventListener("click", () => void copyFrom(field, $(`${id}-copy`)));
  }
  $("pgn-save").addEventListener("click", () => save($<Input>("pgn").value));
  const sheet = $("link-send");
  sheet.hidden = !navigator.share;
  sheet.addEventListener("click", () => {
    // Who closes the sheet has shared nothing, and that is no error.
    navigator.share({ title: document.title, url: $<Input>("link").value }).catch(() => {});
  });

  const box = createBox(store, controller, dialog);
  const file = $<HTMLInputElement>("load-file");
  $("load-open").addEventListener("click", () => file.click());
  file.addEventListener("change", () => {
    void box.open(file.files?.[0]);
    file.value = "";
  });
  takeDrops(box);
  document.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain");
    if (!text || isEdited(event.target)) return;
    event.preventDefault();
    void box.take(text);
  });
  return () => {
    dialog.showModal();
    void link();
  };
}

const SHARE = 20; // of the time, one part may go into writing the PGN of a game that goes on

/** Shows link, FEN and PGN of the game. */
function showGame(store: PageStore, controller: GameController): void {
  store.watch(["position"], ({ position }) => ($<Input>("fen").value = position.fen));
  store.watch(["link"], ({ link }) => {
    const text = link ? `${location.href.split("#", 1)[0]}#${link.text}` : "";
    $<Input>("link").value = text;
    $("link-hint").textContent = linkHint(text.length, link?.whole ?? true);
    for (const id of ["link-copy", "link-send"]) $<HTMLButtonElement>(id).disabled = !link;
  });
  // The PGN of a long game takes a moment, so only when it is another one, not before
  // the board has been drawn, and no oftener than one has time for.
  let due: ReturnType<typeof setTimeout> | undefined, next = 0;
  const show = () => {
    const begun = performance.now();
    $<Input>("pgn").value = controller.pgn();
    next = performance.now() + SHARE * (performance.now() - begun);
  };
  store.watch(["revision", "record", "rules"], ({ rules }) => {
    if (!rules) return;
    clearTimeout(due);
    due = setTimeout(() => requestAnimationFrame(show), Math.max(0, next - performance.now()));
  });
}

function linkHint(length: number, whole: boolean): string {
  if (length === 0) return !canPack() ? "This browser is too old to make links. The PGN holds the game." : "This game is too large for a link. The PGN holds it.";
  const left = whole ? "" : " It leaves out what the engine and the clocks said.";
  if (length > LONG) return `This link has ${length.toLocaleString("en")} characters, more than some chats take.${left} The PGN holds the same.`;
  return `Opens this game here, with its variations, on any device.${left}`;
}

/** Says that a part of the page is not there. */
class PartMissing extends Error {}

const reading = () =>
  import("./import.js").catch(() => {
    throw new PartMissing(notLoaded());
  });

/** What a text may be: a game, games, a position, or a place in Learn. */
type Given = Found | Awaited<ReturnType<typeof decodeLink>> | { readonly place: string };

/** Reads a text, which may be a link. */
async function read(text: string, wanted: Wanted): Promise<Given> {
  const { address, hash } = addressIn(text);
  if (isPlace(hash)) return { place: hash };
  if (hash) return decodeLink(hash);
  if (address) throw new LinkError("There is no game in this address. A link to a game has a # in it");
  return (await reading()).read(text, wanted);
}

/** Whether text goes there when it is pasted. */
const isEdited = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea") && !(target as Input).readOnly);

interface Box {
  /** Loads a text, which the box shows, in place of all that was begun. */
  take(text: string): Promise<void>;
  /** Loads a file. */
  open(file: File | undefined): Promise<void>;
}

/** The box, its button, what is wrong, and the games to choose from. */
function createBox(store: PageStore, controller: GameController, dialog: HTMLDialogElement): Box {
  const input = $<HTMLTextAreaElement>("load");
  const button = $<HTMLButtonElement>("load-go");
  const list = $("load-games");
  let held = ""; // a text that is too long for the box
  let turn = 0; // counts what was begun: only the last of it matters
  let opening: ReturnType<typeof setTimeout> | undefined; // the timer after which the dialog opens
  let isUnseen = false; // whether what is being read was begun while the dialog was closed, which has not been opened since

  /** Opens the dialog, where what is wrong is said and games are chosen. */
  function showDialog(): void {
    clearTimeout(opening);
    isUnseen = false;
    if (!dialog.open) dialog.showModal();
  }

  function clear(): void {
    turn++;
    complain("");
    list.replaceChildren();
    $("load-hint").textContent = HINT;
    button.disabled = !held && input.value.trim() === "";
  }

  function complain(text: string): void {
    if (text) showDialog();
    $("load-error").textContent = text;
    input.toggleAttribute("aria-invalid", text !== "");
  }

  /** Says what is wrong, and selects where. */
  function fail(error: unknown): void {
    const { message } = error as Error;
    if (!(error instanceof BanChessError)) complain(errorText(message));
    if (error instanceof LinkError || error instanceof PartMissing) return;
    if (!(error instanceof BanChessError)) throw error; // a fault of the page, which belongs into the console too
    const { line, column, token } = error;
    const where = line && !message.includes(`line ${line}`) ? `Line ${line}${column ? `, column ${column}` : ""}: ` : "";
    // One place is enough.
    complain(where + errorText(line ? message.replace(/(^|: )ply \d+, ".*?": /, "$1") : message, error));
    if (held) return void ($("load-hint").textContent = "The text is too long to be shown here.");
    const lines = input.value.split(/(?<=\n)/);
    const before = line ? lines.slice(0, line - 1).join("").length + [...(lines[line - 1] ?? "")].slice(0, (column ?? 1) - 1).join("").length : 0;
    input.blur(); // a field that gets the focus shows what is selected
    input.setSelectionRange(before, line ? before + Math.max(token?.length ?? 1, 1) : input.value.length);
    input.focus();
    // Not every browser shows what is selected; this is near it where lines are broken.
    if (line) input.scrollTop = ((line - 1) * input.scrollHeight) / lines.length - input.clientHeight / 3;
  }

  function done(): void {
    clearTimeout(opening);
    held = input.value = "";
    clear();
    dialog.close();
  }

  function use(found: Given): void {
    if ("games" in found) return void offer(found);
    if ("place" in found) store.set(found);
    else if ("fen" in found) controller.load(found);
    else if ("below" in found) show(store, controller, found);
    else controller.load(found.tree);
    done();
  }

  /** Does what takes a while, unless something else was begun since. */
  async function run<T>(work: (text: string, wanted: Wanted) => Promise<T>, then: (value: T) => void): Promise<void> {
    complain("");
    const mine = ++turn, wanted = () => mine === turn;
    try {
      const value = await work(held || input.value, wanted);
      if (wanted()) then(value);
    } catch (error) {
      if (mine === turn) fail(error);
    }
  }

  async function offer(found: List, shown = 0): Promise<void> {
    showDialog();
    (await reading()).offer(found, shown, {
      pick: (index) => void run(async (text, wanted) => (await reading()).pick(text, index, wanted), (tree) => use({ tree })),
      more: (readOn) => void run((_, wanted) => readOn(wanted), (more) => offer(more, found.games.length)),
      fail,
    });
  }

  const load = () => run(read, use);
  function put(text: string): void {
    // Most games are there at once, and then it would only flash.
    clearTimeout(opening);
    opening = setTimeout(showDialog, SLOW);
    isUnseen = !dialog.open;
    held = text.length > MOST_SHOWN ? text : "";
    input.value = held ? "" : text;
    clear();
    if (held) $("load-hint").textContent = "Reading. The text is too long to be shown here.";
  }
  function take(text: string): Promise<void> {
    put(text);
    return load();
  }
  async function open(file: File | undefined): Promise<void> {
    if (!file) return;
    const { name, size } = file;
    put("");
    if (size > MOST_BYTES) return complain(`${name} has ${Math.ceil(size / 1e6)} MB; the page reads files of up to ${MOST_BYTES / 1e6}.`);
    const mine = turn;
    const text = await file.text().catch(() => null); // a folder, or it is gone
    if (mine !== turn) return;
    if (text === null) complain(`${name} cannot be read. Is it a folder?`);
    else await take(text);
  }

  input.addEventListener("input", () => {
    held = "";
    clear();
  });
  // Closing the dialog ends what it shows. Its event comes late: what was begun since
  // the dialog was closed goes on.
  dialog.addEventListener("close", () => {
    if (!dialog.open && !isUnseen) done();
  });
  input.addEventListener("keydown", (event) => {
    // A line is loaded by Enter; in what has many it makes another.
    if (event.key !== "Enter" || event.shiftKey || (input.value.includes("\n") && !event.ctrlKey && !event.metaKey)) return;
    event.preventDefault();
    if (!button.disabled) void load();
  });
  button.addEventListener("click", () => void load());
  clear();
  return { take, open };
}

const SLOW = 250; // milliseconds after which the dialog shows what is being read
const HINT = "Link, PGN, FEN or b:e2e4 m:d2d4. A file may be dropped anywhere on the page.";

/** What is dropped anywhere on the page is loaded. */
function takeDrops(box: Box): void {
  const { dataset } = document.body;
  const wanted = ({ dataTransfer, target }: DragEvent) =>
    dataTransfer?.types.includes("Files") || (dataTransfer?.types.includes("text/plain") && !isEdited(target));
  document.addEventListener("dragover", (event) => {
    if (!wanted(event)) return;
    event.preventDefault();
    dataset.drop = "";
  });
  for (const type of ["dragleave", "drop", "dragend"] as const) document.addEventListener(type, () => delete dataset.drop);
  document.addEventListener("drop", (event) => {
    if (!wanted(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    void (file ? box.open(file) : box.take(event.dataTransfer?.getData("text/plain") ?? ""));
  });
}

async function copyFrom(field: Input, button: HTMLElement): Promise<void> {
  const done = await copy(field);
  setIcon(button, done ? "check" : "close");
  button.dataset.copied = String(done);
  setTimeout(() => setIcon(button, "copy"), 1500);
}

/**
 * Copies the text of a field and says whether it is in the clipboard. Where the
 * browser refuses, as in some frames and without a secure address, the field
 * itself is copied from, and failing that left selected for the user's own
 * Ctrl+C.
 */
async function copy(field: Input): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}

function save(text: string): void {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type: "application/x-chess-pgn" })), download: "ban-chess.pgn" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // some browsers read it only when the user has said where it goes
}
