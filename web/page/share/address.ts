// The address of the page. A game in it is shown instead of the stored game, and the
// address then follows that game. A link that cannot be read only shows a message, and
// stays in the address until the game continues. Each entry of the browser's history keeps
// the link of the game shown last: following a link adds an entry; starting or loading a
// game replaces the game of the current entry, and "Restore" brings that one back.

import { BanChessError } from "../../banchess/banchess.js";
import type { GameController } from "../play/index.js";
import { begunFrom, HUMANS, isStudy, isUntouched, playersFrom, positionBefore, unplayable } from "../model/index.js";
import { words, type Notice, type PageStore, type Settings, type Shown, type State } from "../shell/index.js";
import { isLayered, whenFlat } from "../view/index.js";
import { decodeLink, encodeLink, opensPart, LinkError, sameGame } from "./link.js";

type Linked = Awaited<ReturnType<typeof decodeLink>>;

const PAUSE = 300; // the least time between two changes of the address, in milliseconds; some browsers limit them
const STALE = "banchess.stale";
const LOADED: Notice = { kind: "info", text: words.share.loaded, offersRestore: true };

const inHash = (): string => location.hash.slice(1);
/** Returns the link of the game in this entry of the history, even if the address does not show it. */
const inHistory = (): unknown => (history.state as { game?: unknown } | null)?.game;

/** Reports whether the part of an address after the # is a place in Learn, not a game. */
export const isPlace = (text: unknown): text is string => typeof text === "string" && /^(learn|puzzle|mistakes|storm|race)(\/|$)/.test(text);

/** Opens a link of this page when the open dialogs are closed. The address may have it already, from a game before: then the browser tells no change. */
export const openLink = (link: string): void => whenFlat(() => {
  if (inHash() === link) dispatchEvent(new Event("hashchange"));
  else location.hash = link;
});

/** Returns the initial state: the game in the address, or else the stored state. */
export async function fromAddress(stored: Shown): Promise<Shown & Pick<State, "linked" | "replaced" | "notice" | "place">> {
  const { record: before, settings } = stored;
  const text = inHash();
  const place = isPlace(text) ? text : null;
  const kept = { ...stored, linked: null, replaced: null, notice: null, place };
  // A game is read after the # alone: "?fen=" holds none.
  if (!text && /[?&](?:fen|pgn|game|moves)=/i.test(location.search)) return { ...kept, notice: noticeOf(new LinkError("no_link")) };
  if (!text || place !== null || opensPart(text)) return kept; // a part of the page opens it later
  // The stored game may contain more than its link.
  const own = text === stale() || text === (await encodeLink(before, settings.orientation))?.text;
  if (own) return { ...kept, linked: before };
  let found;
  try {
    found = await decodeLink(text);
  } catch (error) {
    return { ...kept, notice: noticeOf(error) };
  }
  const { record } = found;
  const again = inHistory() === text; // this page showed the game last, and was reloaded
  const left = { record: before, players: stored.players, orientation: settings.orientation, clock: stored.clock, begun: stored.begun };
  const previous = isUntouched(before) || sameGame(before, record) ? stored.previous : left;
  return { record, linked: record, replaced: stored, previous, place, notice: again ? null : LOADED, clock: null, position: positionBefore(record),
    // The computer does not continue somebody else's game.
    players: again ? playersFrom(history.state.players) : HUMANS, begun: again ? begunFrom(history.state.begun) : null, settings: settingsFor(settings, found) };
}

/**
 * Stores the link in the address if the page is left before the address is up to date, to mark
 * it as older than the stored game. Returns the link that was stored before.
 */
function stale(link?: string): string | null {
  try {
    const was = sessionStorage.getItem(STALE);
    if (link) sessionStorage.setItem(STALE, link);
    else sessionStorage.removeItem(STALE);
    return was;
  } catch {
    return null; // the storage is blocked
  }
}

/** Returns the settings for a linked game: a study opens in Analyse, a report on its tab. */
const settingsFor = (settings: Settings, { record, below }: Linked): Settings =>
  ({ ...settings, orientation: below, ...isStudy(record) && { mode: "analyse" }, ...record.root.eval && { tab: "report" } });

/** Returns the message for a link that cannot be read. */
function noticeOf(error: unknown): Notice {
  if (error instanceof LinkError) return { kind: "error", code: error.code, text: error.message };
  if (error instanceof BanChessError) return unplayable(error);
  throw error;
}

/** Loads a linked game, even before the rules are loaded. Throws a BanChessError if it is invalid. */
export function showLinked(store: PageStore, controller: GameController, linked: Linked): void {
  if (store.state.rules) controller.load(linked.record);
  else controller.expect(linked.record);
  store.set({ settings: settingsFor(store.state.settings, linked), players: HUMANS });
}

/** Synchronizes the address with the game. */
export class AddressBar {
  #store: PageStore;
  #controller: GameController;
  #openPart: (link: string) => Promise<boolean>;
  #here: unknown = opensPart(inHash()) ? inHistory() : inHash() || inHistory(); // the link of the game shown
  #opened: unknown; // the link that a part of the page has opened, while it is in the address
  #unread: string | null = null; // the link in the address, if it cannot be read
  #complaint: Notice | null; // the message about it
  #due: ReturnType<typeof setTimeout> | undefined;
  #turn = 0; // counts updates and arrivals: late results of earlier ones are ignored
  #isArriving = false;
  #isKept = true; // true if the address is up to date
  #written: string | null = null; // the last part of the address that was written here
  #own: unknown; // the link of the game that Learn has set aside
  #last = -PAUSE; // the time of the last change of the address, in milliseconds

  /** @param openPart opens a link by its part of the page, and reports whether that could be loaded; it rejects with a LinkError */
  constructor(store: PageStore, controller: GameController, openPart: (link: string) => Promise<boolean>) {
    this.#store = store;
    this.#controller = controller;
    this.#openPart = openPart;
    const { notice } = store.state;
    this.#complaint = notice?.kind === "error" ? notice : null;
    for (const type of ["popstate", "hashchange"]) addEventListener(type, () => void this.#arrive());
    store.watch(["place"], ({ place }, old) => old && this.#goTo(place, old.place));
    // A user who changes the mode or the place has read the message.
    store.watch(["settings", "place"], ({ settings, place }, old) => {
      if (old && (place !== old.place || settings.mode !== old.settings.mode)) this.#takeBackComplaint();
    });
    store.watch(["record", "revision", "position", "settings", "unkept"], (now, old) => {
      const changed = (["record", "revision", "position", "unkept"] as const).some((key) => now[key] !== old?.[key]);
      if (changed || now.settings.orientation !== old?.settings.orientation) this.#follow();
    });
    this.#noteOnLeaving();
    if (opensPart(inHash())) void this.#arrive();
  }

  /** Opens a link by its part of the page. The address does not keep it. Rejects with a LinkError. */
  async openPart(link: string): Promise<void> {
    if (!await this.#openPart(link)) this.#unread = link; // it stays in the address, to be opened again
    this.#isKept = false;
  }

  /** Makes the link of the current game, and stores it in this entry of the history. */
  async update(): Promise<void> {
    const store = this.#store;
    this.#settle();
    if (this.#isArriving || store.state.place !== null) return; // a linked game is being loaded, or Learn uses the address
    const { record, settings, linked, unkept } = store.state;
    const mine = ++this.#turn, hash = inHash();
    const link = await encodeLink(record, settings.orientation);
    if (mine !== this.#turn || hash !== inHash()) return;
    store.set({ link });
    this.#isKept = this.#due === undefined;
    document.body.dataset["link"] = this.#isKept ? "made" : "due";
    // A link that cannot be read stays until the game continues, because the message is about it.
    const stays = hash !== "" && hash !== this.#written && (hash === this.#unread || !linked && !opensPart(hash)) && [link?.text, hash, undefined].includes(this.#here as string | undefined);
    this.#here = link?.text;
    // A game that the browser cannot store is kept only in the address.
    if (!stays) this.#write(link && (linked === record || unkept) ? link.text : "");
  }

  #write(wanted: string): void {
    const { players, begun, unkept } = this.#store.state, layer = isLayered();
    if (layer) whenFlat(this.#followAgain);
    const shown = layer ? inHash() : wanted, isInHash = inHash() === shown; // the entry below keeps its address, too
    this.#unread = null;
    if (shown !== this.#opened) this.#opened = null;
    if (inHistory() === this.#here && isInHash) return;
    this.#last = performance.now();
    try {
      history.replaceState({ game: this.#here, layer, ...unkept && { players, begun } }, "", location.pathname + location.search + (shown && `#${shown}`));
      if (!isInHash) this.#written = shown; // an address that the user opened stays if the rules refuse its game
    } catch { /* too often, or not in this frame: the address stays as it was */ }
  }

  readonly #followAgain = () => this.#follow();

  #settle(): void {
    clearTimeout(this.#due);
    this.#due = undefined;
  }

  /** Updates the address soon. */
  #follow(): void {
    this.#settle();
    this.#due = setTimeout(() => void this.update(), Math.max(0, this.#last + PAUSE - performance.now()));
    this.#isKept = false;
    document.body.dataset["link"] = "due";
  }

  #takeBackComplaint(): void {
    if (this.#complaint && this.#complaint === this.#store.state.notice) this.#store.set({ notice: null });
  }

  /** Shows the game or place of another entry of the history. */
  async #arrive(): Promise<void> {
    const store = this.#store, text = inHash() || inHistory();
    if (opensPart(text) && text === this.#opened) return; // the browser tells it twice
    this.#opened = text;
    this.#takeBackComplaint();
    const mine = ++this.#turn;
    this.#isArriving = false;
    if (isPlace(text)) return store.set({ place: text });
    if (store.state.place !== null && (text === this.#own || !text)) {
      store.set({ place: null });
      return this.#catchUp();
    }
    this.#settle();
    this.#isArriving = true;
    try {
      if (typeof text === "string" && text !== this.#here) await this.#load(text, mine);
    } finally {
      if (mine === this.#turn) {
        this.#isArriving = false;
        this.#catchUp();
      }
    }
  }

  /** Updates the address after a link was loaded, if the game has changed meanwhile. */
  #catchUp(): void {
    if (!this.#isKept) this.#follow();
  }

  async #load(text: string, mine: number): Promise<void> {
    const store = this.#store;
    try {
      if (opensPart(text)) return await this.openPart(text);
      const found = await decodeLink(text);
      if (mine !== this.#turn) return;
      showLinked(store, this.#controller, found);
      this.#here = text;
      store.set({ linked: inHash() ? found.record : null, notice: inHash() ? LOADED : null });
    } catch (error) {
      if (mine !== this.#turn) return;
      if (!opensPart(text)) store.set({ place: null });
      this.#unread = inHash();
      store.set({ notice: (this.#complaint = noticeOf(error)) });
    }
  }

  /** Adds an entry to the history for a place in Learn, or for the game after Learn. */
  #goTo(place: string | null, before: string | null): void {
    if (place !== null && before === null) this.#own = this.#here;
    this.#here = place ?? this.#own;
    if (place !== null ? place === inHash() : !isPlace(inHash())) return;
    const isPassed = isLayered() || inHash() === "race/new"; // no place to come back to
    try {
      history[isPassed ? "replaceState" : "pushState"](null, "", location.pathname + location.search + (place === null ? "" : `#${place}`));
    } catch { /* not in this frame */ }
  }

  /** Stores the address for the next page load, even if it changes before the page is left. */
  #noteOnLeaving(): void {
    let leaving: string | null = null;
    addEventListener("beforeunload", () => { leaving = inHash(); });
    addEventListener("pagehide", () => {
      const next = leaving ?? inHash();
      if (this.#store.state.place === null && (!this.#isKept || next !== inHash())) stale(next);
    });
  }
}
