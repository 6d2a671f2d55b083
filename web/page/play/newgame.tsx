// The dialog for a new game: opponent, side, clock and start position. It begins with the
// last choices. It is loaded when it is first opened.

import { BanChessError, START_FEN, type Player } from "../../banchess/banchess.js";
import { LEVELS, LEVEL_TABLE } from "../../banchess/engine.js";
import { openRoom, RoomError } from "../../banchess/room.js";
import { words } from "language/newgame";
import { computerAs, errorText, HUMANS, invites, isEmpty, newClock, other, remoteAs, sentence, type Begun, type Clock } from "../model/index.js";
import { updateSettings, type PageStore, type Settings } from "../shell/index.js";
import { $, createDialog, DialogHead, Fragment, h, refocus, type Child } from "../view/index.js";
import { extended, type GameController } from "./controller.js";

/** Returns the number and the name of a level. */
export const levelWords = (level: number): string => words.play.newGameDialog.levelIs(level, LEVEL_TABLE[level - 1]?.name ?? "");

/** Common clocks: minutes and increment in seconds. */
const CLOCKS = ["1+0", "3+2", "5+3", "10+5"];
const USUAL = "5+3";
const DAYS = "4320+86400"; // for rooms, where both can leave
const CUSTOM = "Custom";

const PATIENCE = 10_000; // milliseconds in which the server says whether it has rooms
const HASTE = 300; // milliseconds of them for which the dialog waits before it opens

const LEAST_MINUTES = 0.1;
const MOST_MINUTES = 180;
const MOST_INCREMENT = 180; // seconds
const MOST_ROOM_MINUTES = 90 * 24 * 60;
const MOST_ROOM_INCREMENT = 30 * 24 * 60 * 60;

/** The fields of the form, by name. */
type Draft = { readonly [N in "against" | "side" | "level" | "timed" | "clock" | "minutes" | "increment" | "from" | "fen" | "code"]: string };

/** The functions of other parts that the dialog calls: for games with a friend elsewhere, and to set up a position. */
export interface Elsewhere {
  /** Opens the editor, with a FEN if there is one. */
  setUp(fen?: string): void;
  /** Invites a friend to the game on the board by code. Opens a code if there is one, and then rejects with an Error if it cannot be used. */
  invite(code: string): Promise<void>;
  /** Asks before the game on the board is left, if leaving it ends a connection. Resolves with whether it may be left. */
  mayLeave(): Promise<boolean>;
  /** Loads the part of the page that such games need. Resolves with whether it is there. */
  isLoaded(): Promise<boolean>;
}

/** Whether this browser can connect to another one. */
const ARE_CODES = "RTCPeerConnection" in globalThis;

/** A faulty field and its message. */
interface Fault {
  readonly field: keyof Draft;
  readonly text: string;
}

/** Returns a function that opens the dialog. */
export function createNewGame(store: PageStore, controller: GameController, { setUp, invite, mayLeave, isLoaded }: Elsewhere): (against?: Settings["against"], fen?: string) => void {
  let draft: Draft, fault: Fault | null, areRooms: boolean | undefined, keptDays = 0, isDown = false, isAsking = false; // whether the server of the page has rooms, and how long it keeps them; whether it does not answer; whether it had not when the dialog opened
  let visit = 0, opening = 0; // counts how often the dialog was opened; the visit in which a room is being opened
  const dialog = createDialog("new-game", () => (
    <>
      <DialogHead id="new-game" title={words.play.newGameDialog.title} />
      <Form draft={draft} fault={fault} canBeHere={!store.state.position.result || store.state.record.current.outcome !== null} areRooms={areRooms === true} isAsking={isAsking} keptDays={keptDays} isDown={isDown} input={input} submit={submit} edit={edit} />
    </>
  ));

  function show(next: Draft, wrong: Fault | null = null): void {
    [draft, fault] = [next, wrong];
    dialog.redraw();
  }

  /** Shows why no game begins, and focuses the faulty field. */
  function refuse(wrong: Fault): void {
    show(draft, wrong);
    $("new-form").querySelector<HTMLElement>(`[name=${wrong.field}]`)?.focus();
  }

  /** Returns a function that reports whether the dialog is still open as it is now. After a wait, the user may be elsewhere. */
  function watchOpen(): () => boolean {
    const mine = visit;
    return () => dialog.isOpen && mine === visit;
  }

  function input({ target, currentTarget }: Event): void {
    const next = { ...draft, ...(Object.fromEntries(new FormData(currentTarget as HTMLFormElement)) as Partial<Draft>) };
    const { name } = target as HTMLInputElement;
    show(name === "clock" ? withClock(next) : name === "against" ? fitting(next) : { ...next, clock: clockIn(next) }, fault && next.from === "fen" ? fault : null);
  }

  function submit(event: Event): void {
    event.preventDefault();
    if (draft.against === "code" && draft.code.trim()) return void answer(draft.code);
    const { minutes, increment } = draft, timed = isTimed(draft);
    const from = { start: START_FEN, here: store.state.position.fen, fen: draft.fen.trim() }[draft.from]!;
    const wrong = faultIn(draft, from);
    if (wrong) return refuse(wrong);
    const side = draft.side as Settings["side"], against = draft.against as Settings["against"], level = Number(draft.level);
    const orientation = side === "white" || side === "black" ? side : Math.random() < 0.5 ? "white" : "black";
    const times = { minutes: Number(minutes), increment: Number(increment) };
    const opponent = other(orientation), elsewhere = remoteAs(opponent, words.play.friend);
    const players = { friend: side === "turns" ? { ...HUMANS, turns: true as const } : HUMANS, link: elsewhere, code: elsewhere, room: elsewhere, computer: computerAs(opponent, level) }[against];
    const clock = timed ? newClock(times.minutes, times.increment) : null, begun = invites(players, clock);

    function begin(how: Partial<Begun>): void {
      try {
        controller.newGame(from);
      } catch (error) {
        if (!(error instanceof BanChessError)) throw error;
        return refuse({ field: "fen", text: errorText(error.message, error) });
      }
      updateSettings(store, { orientation, side, against, level, timed: draft.timed === "true", ...timed && times, mode: "play" }, { players, clock, begun: begun && { ...begun, ...how } });
      const isByKeys = document.activeElement!.matches(":focus-visible");
      dialog.close();
      if (isByKeys && ["computer", "friend"].includes(against)) $("grid").querySelector<HTMLElement>("[tabindex='0']")!.focus(); // Enter on the button that opened it would open it again
      else refocus(); // that button may be gone
      scrollTo(0, 0); // to the board
      if (against === "code") void invite("");
    }

    if (opening === visit) return;
    const isHere = watchOpen();
    void mayLeave().then(async (may) => {
      if (!may || !isHere()) return;
      const how = against === "room" ? await opened(orientation, from, clock) : against === "code" ? { live: true as const } : {};
      if (how && isHere()) begin(how);
    });
  }

  function edit(): void {
    dialog.close();
    setUp(draft.from === "fen" ? draft.fen : undefined);
  }

  /** Opens a room. If the server refuses, it says why and returns null. */
  async function opened(seat: Player, fen: string, clock: Clock | null): Promise<Partial<Begun> | null> {
    const isHere = watchOpen();
    opening = visit;
    try {
      const { own: { room, secret = "" }, opponent: { invitation = "" } } = await openRoom(location.href, {
        seat, ...fen !== START_FEN && { fen: extended(fen) }, ...clock && { clock: { base_ms: clock.base, increment_ms: clock.increment } },
      });
      return { id: room, live: true, room: { secret, invitation } };
    } catch (error) {
      if (!(error instanceof BanChessError || error instanceof RoomError)) throw error;
      if (!isHere()) return null;
      if (error instanceof BanChessError) refuse({ field: "fen", text: errorText(error.message, error) });
      else refuse({ field: error.code.includes("fen") ? "fen" : "against", text: sentence(error.message) });
      return null;
    } finally {
      if (isHere()) opening = 0;
    }
  }

  /** Asks the server of the page for rooms, once, or again if it has not answered. */
  async function find(): Promise<void> {
    if (areRooms === undefined) {
      const answer = await fetch("rooms", { signal: AbortSignal.timeout(PATIENCE) }).catch(() => null);
      isDown = !answer || answer.status >= 500;
      if (isDown) isDown = await isLoaded(); // otherwise the page says that it cannot be loaded
      else {
        const { rooms, kept_days = 0 } = (answer?.ok && (await answer.json().catch(() => null)) as { rooms?: boolean; kept_days?: number } | null) || {};
        areRooms = rooms === true;
        keptDays = kept_days;
      }
    }
    if (dialog.isOpen) show(draft.against === "room" && !areRooms ? { ...draft, against: "link" } : draft, fault);
  }

  async function answer(code: string): Promise<void> {
    const isHere = watchOpen();
    if (!await mayLeave()) return;
    const isThere = await isLoaded();
    if (!isHere()) return;
    if (!isThere) return refuse({ field: "code", text: words.shell.notLoaded(words.play.together) });
    try {
      await invite(code);
      if (isHere()) dialog.close();
    } catch (error) {
      if (isHere()) refuse({ field: "code", text: (error as Error).message });
    }
  }

  return async (chosen, fen) => {
    const mine = ++visit;
    await Promise.race([find(), new Promise((done) => setTimeout(done, HASTE))]);
    if (mine !== visit) return;
    isAsking = areRooms === undefined && !isDown;
    const { settings, record, position, aside } = store.state, { against, side, level, timed, minutes, increment } = settings;
    // A position that was loaded or set up, and in which nothing has been played, is the one to play from.
    const start = !aside && isEmpty(record) && record.fen !== START_FEN && !position.result ? "here" : "start";
    const clock = { minutes: String(minutes), increment: String(increment) };
    show(fitting({ against: chosen ?? (against === "room" && areRooms === false || against === "code" && !ARE_CODES ? "link" : against), side, level: String(level), timed: String(timed), ...clock, clock: clockIn(clock), from: fen ? "fen" : start, fen: fen ?? draft?.fen ?? "", code: "" }));
    dialog.open();
    $("new-start").focus({ preventScroll: true });
  };
}

/** Returns the common clock with these minutes and increment, or CUSTOM. */
function clockIn({ minutes, increment }: Pick<Draft, "minutes" | "increment">): string {
  const clock = `${minutes}+${increment}`;
  return [...CLOCKS, DAYS].includes(clock) ? clock : CUSTOM;
}

/** Returns the fields with the minutes and increment of the chosen clock. */
function withClock(draft: Draft): Draft {
  const [minutes, increment] = draft.clock.split("+");
  return increment === undefined ? draft : { ...draft, minutes: minutes!, increment };
}

/** Returns the fields without the choices that the opponent does not allow: long clocks outside a room, and a board that turns except with a friend at this screen. */
function fitting(draft: Draft): Draft {
  const { against, side, minutes, increment } = draft, next = { ...draft, side: side === "turns" && against !== "friend" ? "white" : side };
  return against === "room" || Number(minutes) <= MOST_MINUTES && Number(increment) <= MOST_INCREMENT ? next : withClock({ ...next, clock: USUAL });
}

/** Reports whether the game has a clock. One by link has none. */
const isTimed = ({ timed, against }: Draft) => timed === "true" && against !== "link";

function faultIn(draft: Draft, from: string): Fault | null {
  const { minutes, increment, against } = draft, { noFen, badMinutes, badIncrement } = words.play.newGameDialog;
  const [mostMinutes, mostIncrement] = against === "room" ? [MOST_ROOM_MINUTES, MOST_ROOM_INCREMENT] : [MOST_MINUTES, MOST_INCREMENT];
  const isWithin = (text: string, least: number, most: number) => text !== "" && Number(text) >= least && Number(text) <= most;
  if (from === "") return { field: "fen", text: noFen };
  if (!isTimed(draft)) return null;
  if (!isWithin(minutes, LEAST_MINUTES, mostMinutes)) return { field: "minutes", text: badMinutes(LEAST_MINUTES, mostMinutes) };
  return isWithin(increment, 0, mostIncrement) && Number.isInteger(Number(increment)) ? null : { field: "increment", text: badIncrement(mostIncrement) };
}

interface FormProps {
  draft: Draft;
  fault: Fault | null;
  canBeHere: boolean;
  areRooms: boolean;
  isAsking: boolean;
  keptDays: number;
  isDown: boolean;
  input: (event: Event) => void;
  submit: (event: Event) => void;
  edit: () => void;
}

function Form({ draft, fault, canBeHere, areRooms, isAsking, keptDays, isDown, input, submit, edit }: FormProps) {
  const text = words.play.newGameDialog, isComputer = draft.against === "computer", level = levelWords(Number(draft.level));
  const radio = (name: keyof Draft, value: string, label: Child, disabled = false) =>
    <label><input type="radio" name={name} value={value} checked={draft[name] === value} disabled={disabled} /><span>{label}</span></label>;
  const invalid = (field: keyof Draft) => (fault?.field === field ? "true" : undefined);
  return (
    <form id="new-form" method="dialog" novalidate oninput={input} onsubmit={submit}>
      <fieldset class="choice"><legend>{text.against}</legend>
        <div class={isAsking ? "segments spacious" : "segments"}>
          {radio("against", "computer", text.computer)}
          {radio("against", "friend", text.friend)}
          {radio("against", "link", text.link)}
          {ARE_CODES && radio("against", "code", text.code)}
          {(areRooms || draft.against === "room") && radio("against", "room", text.room)}
        </div>
      </fieldset>
      <fieldset id="new-level" class="choice" hidden={!isComputer}><legend>{text.level} <span id="level-word">{level}</span></legend>
        <input
          type="range" name="level" min="1" max={LEVELS} value={draft.level} aria-label={text.level} aria-valuetext={level}
          style={`--part: ${(Number(draft.level) - 1) / (LEVELS - 1)}`}
        />
      </fieldset>
      <fieldset class="choice"><legend>{draft.against === "friend" ? text.below : text.youPlay}</legend>
        <div class="segments">
          {radio("side", "white", words.names.white)}
          {radio("side", "either", text.random)}
          {radio("side", "black", words.names.black)}
          {draft.against === "friend" && radio("side", "turns", text.turns)}
        </div>
      </fieldset>
      <p id="new-no-server" class="error" role="status">{isDown && ["link", "code"].includes(draft.against) && text.noServer}</p>
      <p id="new-here" class="hint" hidden={draft.against !== "friend"}>{text.hereTogether}</p>
      <p id="new-by-link" class="hint" hidden={draft.against !== "link"}>{text.noClock}</p>
      <p id="new-in-room" class="hint" hidden={draft.against !== "room"}>{text.inRoom} {keptDays > 0 && text.keptFor(keptDays)}</p>
      <p id="new-against-error" class="error" role="alert">{fault?.field === "against" && fault.text}</p>
      <fieldset id="new-by-code" class="choice" hidden={draft.against !== "code"}>
        <p class="hint">{text.byCode}</p>
        <label><span class="hint">{text.codeOfFriend}</span> <input name="code" value={draft.code} aria-describedby="new-code-error" aria-invalid={invalid("code")} spellcheck="false" autocomplete="off" autocapitalize="off" /></label>
        <p id="new-code-error" class="error" role="alert">{fault?.field === "code" && fault.text}</p>
      </fieldset>
      <fieldset class="choice" hidden={draft.against === "link"}><legend>{text.clock}</legend>
        <div class="segments">
          {radio("timed", "false", text.untimed)}
          {radio("timed", "true", text.timed)}
        </div>
        <div class="times" hidden={draft.timed !== "true"}>
          <div class="segments" role="radiogroup" aria-label={text.clocks}>
            {[...CLOCKS, ...draft.against === "room" ? [DAYS] : [], CUSTOM].map((clock) => radio("clock", clock, clock === CUSTOM ? text.custom : clock === DAYS ? text.days : clock))}
          </div>
          <label>{text.minutes} <input type="number" name="minutes" min={LEAST_MINUTES} max={MOST_MINUTES} step="any" inputmode="decimal" value={draft.minutes} aria-invalid={invalid("minutes")} /></label>
          <label>{text.increment} <input type="number" name="increment" min="0" max={MOST_INCREMENT} step="1" inputmode="numeric" value={draft.increment} aria-invalid={invalid("increment")} /></label>
        </div>
      </fieldset>
      <fieldset class="choice"><legend>{text.from}</legend>
        <div class="segments">
          {radio("from", "start", text.start)}
          {radio("from", "here", text.here, !canBeHere)}
          {radio("from", "fen", text.fen)}
        </div>
        <input
          id="new-fen" name="fen" value={draft.fen} aria-label={text.fenLabel} aria-describedby="new-error" aria-invalid={invalid("fen")}
          hidden={draft.from !== "fen"} placeholder={START_FEN} spellcheck="false" autocomplete="off" autocapitalize="off"
        />
        <button type="button" id="new-setup" class="link" onclick={edit}>{words.play.tools.setup}</button>
        <p id="new-error" class="error" role="alert">{fault && !["code", "against"].includes(fault.field) && fault.text}</p>
      </fieldset>
      <button id="new-start" class="button primary wide">{text.go}</button>
    </form>
  );
}
