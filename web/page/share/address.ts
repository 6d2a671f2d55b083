// The address: a game in it is shown in place of the one that was stored, and from
// then on it follows that game. A link that cannot be read changes nothing but the
// message, and stays where it is until the game goes on. Each entry of the browser's
// history has the game that was shown at it last: a link that is followed makes an
// entry, a game that is begun or loaded on the page takes the place of the one before,
// which "Restore" brings back.

import { BanChessError } from "../../banchess/banchess.js";
import {
  HUMANS, isStudy, isUntouched, playersFrom, positionBefore, unplayable, type Notice, type PageStore, type Settings, type Shown, type State,
} from "../shell/index.js";
import { decodeLink, encodeLink, LinkError, sameGame } from "./link.js";
import type { GameController } from "../play/index.js";

type Linked = Awaited<ReturnType<typeof decodeLink>>;

const PAUSE = 300; // milliseconds between two changes of the address; some browsers allow no more
const STALE = "banchess.stale";
const LOADED: Notice = { kind: "info", text: "This is the game in the link.", offersRestore: true };

const inHash = (): string => location.hash.slice(1);
/** The link of the game that this entry of the history has, be it in the address or not. */
const inHistory = (): unknown => (history.state as { game?: unknown } | null)?.game;

/** Whether a part behind the # leads to Learn, and is no game. */
export const isPlace = (text: unknown): text is string => typeof text === "string" && /^(learn|puzzle)(\/|$)/.test(text);

/** What was stored, or the game in the address in its place. */
export async function fromAddress(stored: Shown): Promise<Shown & Pick<State, "linked" | "replaced" | "notice" | "place">> {
  const { record: before, settings } = stored;
  const text = inHash();
  const place = isPlace(text) ? text : null;
  const kept = { ...stored, linked: null, replaced: null, notice: null, place };
  if (!text || place !== null) return kept;
  // The stored game may hold more than its link does.
  const own = text === stale() || text === (await encodeLink(before, settings.orientation))?.text;
  if (own) return { ...kept, linked: before };
  let found;
  try {
    found = await decodeLink(text);
  } catch (error) {
    return { ...kept, notice: noticeOf(error) };
  }
  const { record } = found;
  const again = inHistory() === text; // this page showed it last, and is loaded again
  const left = { record: before, players: stored.players, orientation: settings.orientation, clock: stored.clock };
  const previous = isUntouched(before) || sameGame(before, record) ? stored.previous : left;
  return { record, linked: record, replaced: stored, previous, place, notice: again ? null : LOADED, clock: null, position: positionBefore(record),
    // Nobody asked the computer to play on in somebody else's game.
    players: again ? playersFrom(history.state.players) : HUMANS, settings: settingsFor(settings, found) };
}

/** The link in the address when the page was left before it was brought up to date: what is stored is newer. */
function stale(link?: string): string | null {
  try {
    const was = sessionStorage.getItem(STALE);
    if (link) sessionStorage.setItem(STALE, link);
    else sessionStorage.removeItem(STALE);
    return was;
  } catch {
    return null; // what is blocked keeps nothing
  }
}

/** A game that is studied is shown as such. */
const settingsFor = (settings: Settings, { record, below }: Linked): Settings =>
  ({ ...settings, orientation: below, ...isStudy(record) && { mode: "analyse" } });

function noticeOf(error: unknown): Notice {
  if (error instanceof LinkError) return { kind: "error", code: error.code, text: error.message };
  if (error instanceof BanChessError) return unplayable(error);
  throw error;
}

/** Loads a game that came with a side, before there are rules too; throws a BanChessError. */
export function show(store: PageStore, controller: GameController, linked: Linked): void {
  if (store.state.rules) controller.load(linked.record);
  else controller.expect(linked.record);
  store.set({ settings: settingsFor(store.state.settings, linked), players: HUMANS });
}

/** Keeps address and game together. Returns what makes the link of the game as it is now. */
export function followAddress(store: PageStore, controller: GameController): () => Promise<void> {
  let here: unknown = inHash() || inHistory(); // the link of what is shown
  let unread: string | null = null; // the one in the address, if it cannot be read
  const { notice } = store.state;
  let told: Notice | null = notice?.kind === "error" ? notice : null; // what was said of that
  let due: ReturnType<typeof setTimeout> | undefined;
  let turn = 0; // counts what was begun: only the last of it matters
  let arriving = false;
  let kept = true; // whether the address has what is shown
  let written: string | null = null; // the part of the address that this wrote last
  let own: unknown; // the link of the game that Learn has put aside
  let last = -PAUSE; // when the address was changed, in milliseconds
  const settle = () => {
    clearTimeout(due);
    due = undefined;
  };

  /** Has the address follow the game soon. */
  function follow(): void {
    settle();
    due = setTimeout(update, Math.max(0, last + PAUSE - performance.now()));
    kept = false;
    document.body.dataset.link = "due";
  }

  /** Shows what another entry of the history has. */
  async function arrive(): Promise<void> {
    const text = inHash() || inHistory();
    if (told && told === store.state.notice) store.set({ notice: null });
    const mine = ++turn; // a game that was on its way comes too late
    arriving = false;
    if (isPlace(text)) return store.set({ place: text });
    if (store.state.place !== null && (text === own || !text)) {
      store.set({ place: null });
      if (!kept) follow(); // what a link that was on its way has held up
      return;
    }
    settle();
    arriving = true;
    try {
      if (typeof text === "string" && text !== here) {
        const found = await decodeLink(text);
        if (mine !== turn) return;
        show(store, controller, found);
        here = text;
        store.set({ linked: inHash() ? found.record : null, notice: inHash() ? LOADED : null });
      }
    } catch (error) {
      if (mine !== turn) return;
      store.set({ place: null });
      unread = inHash();
      store.set({ notice: (told = noticeOf(error)) });
    } finally {
      if (mine === turn) {
        arriving = false;
        if (!kept) follow(); // what was played meanwhile
      }
    }
  }

  /** Makes the link, and has it in this entry of the history. */
  async function update(): Promise<void> {
    settle();
    if (arriving || store.state.place !== null) return; // another game comes, with a link of its own, or Learn has the address
    const { record, settings, players, linked, unkept } = store.state;
    const mine = ++turn, hash = inHash();
    const link = await encodeLink(record, settings.orientation);
    if (mine !== turn || hash !== inHash()) return;
    store.set({ link });
    kept = due === undefined;
    document.body.dataset.link = kept ? "made" : "due";
    // What the browser does not store is here alone.
    const shown = link && (linked === record || unkept) ? link.text : "";
    // What cannot be read stays until the game goes on: it is the message's reason.
    const stays = hash !== "" && hash !== written && (hash === unread || !linked) && [link?.text, hash, undefined].includes(here as string | undefined);
    here = link?.text;
    if (stays) return;
    unread = null;
    if (inHistory() === here && hash === shown) return;
    last = performance.now();
    try {
      history.replaceState({ game: here, ...unkept && { players } }, "", location.pathname + location.search + (shown && `#${shown}`));
      written = shown;
    } catch { /* too often, or not in this frame: the address stays as it was */ }
  }

  // What is loaded next, be it this page again, has the address of now, also if that
  // changes before the page is left.
  let leaving: string | null = null;
  addEventListener("beforeunload", () => { leaving = inHash(); });
  addEventListener("pagehide", () => {
    const next = leaving ?? inHash();
    if (store.state.place === null && (!kept || next !== inHash())) stale(next);
  });
  for (const type of ["popstate", "hashchange"]) addEventListener(type, () => void arrive());
  store.watch(["place"], ({ place }, old) => {
    if (!old) return;
    if (place !== null && old.place === null) own = here;
    here = place ?? own;
    if (place !== null ? place === inHash() : !isPlace(inHash())) return;
    try {
      history.pushState(null, "", location.pathname + location.search + (place === null ? "" : `#${place}`));
    } catch { /* not in this frame */ }
  });
  // Who goes on elsewhere has read it.
  store.watch(["settings", "place"], ({ settings, place, notice }, old) => {
    if (old && told && notice === told && (place !== old.place || settings.mode !== old.settings.mode)) store.set({ notice: null });
  });
  store.watch(["record", "revision", "position", "settings", "unkept"], (now, old) => {
    const changed = (["record", "revision", "position", "unkept"] as const).some((key) => now[key] !== old?.[key]);
    if (changed || now.settings.orientation !== old?.settings.orientation) follow();
  });
  return update;
}
