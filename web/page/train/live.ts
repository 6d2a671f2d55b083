// A live race: people in a room of the page's server solve the same puzzles at the same
// moment, and see what the others have solved. The storm itself runs here, and goes on without
// a connection; the server says when it begins, with which puzzles, and how all stand.

import { hasRooms, openRoom, Room, RoomError, type RoomOptions, type RoomRequest } from "../../banchess/room.js";
import { words } from "language/train";
import { newId, sentence } from "../model/index.js";
import { read, write, type PageStore } from "../shell/index.js";
import { createStore, type Child, type Store } from "../view/index.js";
import type { LiveState, Racer, Told } from "./live-types.js";
import { LiveView } from "./live-view.js";

type Run = readonly [score: number, wrong: number, combo: number, bestCombo: number, ends: number];

/** Runs the storm of a race. */
export interface Runner {
  readonly run: Run;
  readonly isOn: boolean;
  fresh(): Promise<string>; // returns the code of a new race
  find(race: string): Promise<void>; // gets the puzzles of a race
  wait(): void; // shows no puzzle
  start(run: Run): void; // begins, or goes on
  draw(view: () => Child): void; // shows what belongs to the race
}

/** The part of a race that this tab keeps: the seat, and the run in a heat. */
interface Kept {
  readonly secret: string;
  readonly heat?: number;
  readonly run?: Run;
}

const PLACE = "race/live", NAME = "banchess.racer";
const AGAIN = 1000; // milliseconds until a count is sent again that was refused
const FINAL = ["race_over", "not_racing", "not_seated", "out_of_date", "closed"]; // refusals after which it is not sent again
const NOTHING: LiveState = { told: null, own: 0, link: "", isConnected: false, count: 0, error: "", said: "", name: "", isOffer: false, isCopied: null };

export class Live {
  readonly store: Store<LiveState> = createStore<LiveState>(NOTHING);
  #page: PageStore;
  #runner: Runner;
  #room: Room | null = null;
  #kept: Kept = { secret: "" };
  #heat = 0; // the one that runs, or is counted down to
  #isRunning = false;
  #isTelling = false;
  #turn = 0;
  #tick: ReturnType<typeof setInterval> | undefined;

  constructor(page: PageStore, runner: Runner) {
    this.#page = page;
    this.#runner = runner;
    this.store.watch(["told", "own", "isConnected", "count", "error", "said", "name", "isOffer", "isCopied"], () => this.#draw());
  }

  #draw(): void {
    if (this.#turn > 0) this.#runner.draw(() => LiveView({ state: this.store.state, live: this, isOn: this.#isRunning && this.#runner.isOn }));
  }

  /** Reports whether the server of the page has races. */
  isThere(): Promise<boolean> { return hasRooms(base()); }

  /** Joins a race. If the id is "", opens one and goes there, when a press of the page asks for it; else shows a button for that. */
  async open(id: string, isPressed: boolean): Promise<void> {
    const mine = ++this.#turn, { name } = read(NAME) ?? {};
    this.#runner.wait();
    this.store.set({ ...NOTHING, isOffer: !id && !isPressed, name: typeof name === "string" ? name : "" });
    this.#draw();
    if (!id && !isPressed) return;
    try {
      if (!id) {
        const { own } = await openRoom(base(), { race: true } as RoomOptions);
        if (mine === this.#turn) this.#page.set({ place: `${PLACE}/${own.room}` }); // which joins it
        return;
      }
      this.#kept = keptOf(id);
      this.#keep(id);
      const room = await Room.join({ base: base(), room: id, secret: this.#kept.secret });
      if (mine !== this.#turn) return room.close();
      this.#adopt(room);
    } catch (error) {
      if (mine === this.#turn) this.#fail(error);
    }
  }

  /** Leaves the race. Whoever goes elsewhere in the middle of it has ended. */
  close(): void {
    const room = this.#room;
    if (this.#isRunning && this.#runner.isOn && this.#page.state.place !== `${PLACE}/${room?.link.room}`) void this.#ask({ message_type: "count", heat: this.#heat, ...this.#counts(), done: true }).catch(() => {});
    this.#turn++;
    clearInterval(this.#tick);
    this.#room = null;
    this.#heat = 0;
    this.#isRunning = this.#isTelling = false;
    room?.close();
  }

  /** Starts the race, the first time or again. */
  async start(): Promise<void> {
    const { told } = this.store.state, mine = this.#turn;
    try {
      await this.#ask({ message_type: "start", heat: told!.heat + 1, race: await this.#runner.fresh() });
      if (mine === this.#turn) this.store.set({ said: "" });
    } catch (error) {
      if (mine === this.#turn) this.store.set({ said: textOf(error) });
    }
  }

  /** Takes part, or takes another name. */
  async enter(name: string): Promise<void> {
    const mine = this.#turn;
    try {
      await this.#ask({ message_type: "enter", ...name && { name } });
      if (mine !== this.#turn) return;
      write(NAME, { name });
      this.store.set({ name, said: "" });
    } catch (error) {
      if (mine !== this.#turn) return;
      if (name && this.store.state.own === 0 && (error as RoomError).code === "bad_name") return this.enter(""); // something else was stored
      this.store.set({ said: textOf(error) });
    }
  }

  /** Tells the others what is solved, if they do not know it yet. */
  tell(): void {
    const { told, own, isConnected } = this.store.state, room = this.#room, counts = this.#counts();
    if (!this.#isRunning || !room) return;
    this.#kept = { ...this.#kept, heat: this.#heat, run: this.#runner.run };
    this.#keep(room.link.room);
    const known = told?.racers[own - 1];
    if (this.#isTelling || !isConnected || told?.heat !== this.#heat || !known || Object.entries(counts).every(([name, count]) => known[name as keyof Racer] === count)) return;
    this.#isTelling = true;
    const done = () => {
      if (room !== this.#room) return;
      this.#isTelling = false;
      this.tell();
    };
    this.#ask({ message_type: "count", heat: this.#heat, ...counts }).then(done, (error: RoomError) => { if (!FINAL.includes(error.code)) setTimeout(done, AGAIN); });
  }

  #counts() {
    const [solved, wrong, , combo] = this.#runner.run;
    return { solved, wrong, combo, done: !this.#runner.isOn };
  }

  /** Sends a request. Those of races are not among those of games. */
  #ask(request: object): Promise<unknown> {
    return this.#room?.request(request as RoomRequest) ?? Promise.reject(new RoomError("closed", words.train.live.left));
  }

  #adopt(room: Room): void {
    this.#room = room;
    this.store.set({ link: `${base()}#${PLACE}/${room.link.room}` });
    const isHere = () => room === this.#room;
    room.addEventListener("message", ({ message }) => { if (isHere()) this.#hear(message as unknown as Told); });
    room.addEventListener("connection", () => { if (isHere()) this.store.set({ isConnected: room.isConnected }); });
    room.addEventListener("closed", ({ error }) => { if (isHere() && error) this.#fail(error); });
    this.#hear(room.last as unknown as Told);
  }

  #hear(told: Told): void {
    if (told.message_type !== "race") return this.#fail(new RoomError("no_room", ""));
    const isAnswer = told.kept_days !== undefined, own = isAnswer ? told.racer ?? 0 : this.store.state.own;
    this.store.set({ told, own, isConnected: true });
    if (isAnswer && own === 0) void this.enter(this.store.state.name);
    const me = told.racers[own - 1];
    if (told.phase === "running" && me?.place !== undefined && !me.done && told.heat !== this.#heat) void this.#begin(told, me);
    this.tell();
  }

  /** Counts down to a heat, or goes on with it. */
  async #begin({ heat, race, begins_ms: begins, ends_ms: ends }: Told, { solved, wrong, combo }: Racer): Promise<void> {
    const mine = this.#turn, now = Date.now(), { heat: last, run: kept } = this.#kept;
    const run: Run = last === heat && kept ? kept : [solved!, wrong!, 0, combo!, now + ends!];
    this.#heat = heat;
    this.#isRunning = this.#isTelling = false;
    this.#runner.wait();
    this.store.set({ count: Math.max(1, Math.ceil(begins! / 1000)), said: "" });
    try {
      await this.#runner.find(race!);
    } catch (error) { // the race may go on without this page, which takes part in the next one
      if (mine === this.#turn && heat === this.#heat) this.store.set({ said: textOf(error), count: 0 });
      return;
    }
    if (mine !== this.#turn || heat !== this.#heat) return;
    const step = () => {
      const count = Math.max(0, Math.ceil((now + begins! - Date.now()) / 1000));
      if (count === 0) {
        clearInterval(this.#tick);
        this.#isRunning = true;
        this.#runner.start(run);
      }
      this.store.set({ count });
    };
    clearInterval(this.#tick);
    this.#tick = setInterval(step, 50);
    step();
  }

  #keep(id: string): void {
    try {
      sessionStorage.setItem(keyOf(id), JSON.stringify(this.#kept));
    } catch { /* blocked: the seat lasts as long as the page is shown */ }
  }

  /** Says why there is no race. A run that is under way goes on. */
  #fail(error: unknown): void {
    this.#room?.close();
    this.store.set({ error: textOf(error), isConnected: false });
  }
}

const base = (): string => location.href.split("#", 1)[0]!;
const keyOf = (id: string): string => `banchess.race.${id}`;

function keptOf(id: string): Kept {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? "null") as Kept | null;
    if (kept && /^[\da-f]{32}$/.test(kept.secret)) return kept;
  } catch { /* blocked, or something else is stored there */ }
  return { secret: newId() };
}

function textOf(error: unknown): string {
  const { errors } = words.train.live, { code = "", message } = error as RoomError;
  return errors[code] ?? (code ? sentence(message) : words.shell.notLoaded(words.train.rules));
}
