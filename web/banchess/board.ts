// <ban-chess-board>: a Ban Chess board as an element.
//
// The element holds an iframe of the same origin, board.html, in which banchess.wasm
// draws. The program takes over the page that it draws in, so it gets a page of its own.
// The game on the board lives in the WebAssembly of the iframe, which can draw it.
import { runtimeOf } from "go:wasm_exec";
import { encode, write, type SerializedAction, type Square } from "./game/action.js";
import type { Drawing } from "./tree/annotation.js";
import type { Arrow, BoardEvents, BoardOptions, BoardState, Rect, RefusedByRules } from "./boardtypes.js";
import { stateOf } from "./wasm/gamecalls.js";
import { fail, unwrap, type BanChessError, type ErrorCode } from "./game/error.js";
import { typedElement } from "./game/events.js";
import { holdFrames, withoutAntialiasing } from "./frames.js";
import { gameOf, type BanChess } from "./game/game.js";
import type { Instance } from "./wasm/instance.js";
import { boards, compile, instantiate, shared, type Progress } from "./wasm/load.js";
import { State, type GameEvent } from "./game/state.js";

export type { Drawing } from "./tree/annotation.js";
export type { Arrow, BoardEvents, BoardOptions, BoardProps, BoardState, Rect, RefusedByRules } from "./boardtypes.js";

/** The window of the frame. */
type View = Window & typeof globalThis;

/** A message of the program in the iframe; see wasm/events.go. */
type BoardMessage =
  | { readonly type: "action"; readonly action: string; readonly source: "board" | "api" }
  | ({ readonly type: "refused" } & RefusedByRules)
  | { readonly type: "promotion"; readonly open: boolean }
  | { readonly type: "drawings"; readonly drawings: readonly Drawing[] }
  | { readonly type: "premove"; readonly action: string | null }
  | { readonly type: "select"; readonly square: Square | null }
  | { readonly type: "change" };

// A board that crashes more often than this within a minute is not started again.
const MOST_CRASHES = 3;
const CRASH_SPAN = 60_000;

// Bundlers recognize addresses that are written like this.
const FRAME = new URL("./board.html", import.meta.url), PROGRAM = new URL("./banchess.wasm", import.meta.url);

declare const BOARD_BYTES: number; // bytes of banchess.wasm, set by the build

const shownBy = new WeakMap<object, BanChessBoard>(); // the board that shows a state
const byHand = new WeakSet<GameEvent>();

/**
 * A Ban Chess board.
 *
 * Attributes, all of which may change at any time:
 * - `fen`: the position to start from, an extended FEN
 * - `pgn`: a game, of which the last position is shown. Of `fen` and `pgn`, the one that was
 *   set last counts
 * - `orientation`: `white` (default) or `black`, the side at the bottom
 * - `readonly`: nothing can be played by hand
 * - `theme`: `wood` (default), `walnut`, `green`, `blue`, `slate`, `plum`, `sand`, `night` or `contrast`
 * - `pieces`: `classic` (default), `flat`, `line`, `geometric` or `contrast`
 * - `coordinates`: `off` hides the names of files and ranks
 * - `animation`: the duration of a piece's movement, in milliseconds
 * - `assets`: the address of the folder with `board.html` and `banchess.wasm`, if they are
 *   not beside this module; read when the element is connected, and by restart()
 * - `drawing`: `off` disables drawing with the right mouse button. A drag draws an arrow,
 *   a click a circle; with Shift they are red, with Alt blue, with both yellow. Drawing
 *   the same one again removes it. A new position has no drawings until setDrawings is called
 *
 * If the WebAssembly crashes, or the browser takes the canvas away, the element starts
 * again and the game continues where it was.
 *
 * @example
 * <script type="module" src="board.js"></script>
 * <ban-chess-board orientation="black"></ban-chess-board>
 */
export class BanChessBoard extends /* @__PURE__ */ typedElement<BoardEvents>() {
  /** The attributes that the element observes. */
  static readonly observedAttributes: readonly string[] = ["fen", "pgn", "orientation", "readonly", "theme", "pieces", "coordinates", "animation", "drawing"];

  #frame: HTMLIFrameElement | null = null;
  #instance: Instance | null = null;
  #drawn = false;
  #error: BanChessError | null = null; // why there is no board
  #failed = false; // the program does not run until the next start
  #crashes: number[] = []; // the times of the crashes, in milliseconds
  #run = 0; // counts the starts, so that messages of earlier ones are ignored
  #source: { readonly [attribute: string]: string } | null = null; // the attribute fen or pgn, until the rules are loaded and can read it
  #host = { running: (): Instance => this.#running() };
  #game!: BanChess;
  #unsubscribe = (): void => {};

  /** Creates an element that is not in a document yet. */
  constructor() {
    super();
    this.#take(gameOf(new State(this.#host)));
  }

  /**
   * The game on the board. Assign another game to show it; a game can be on one board at a
   * time. Its methods throw `not_initialized` until the rules are loaded (see `loaded`).
   */
  get game(): BanChess { return this.#game; }

  /** Shows another game. */
  set game(game: BanChess) {
    const state = stateOf(game);
    if (state === stateOf(this.#game)) return;
    state.check();
    const other = shownBy.get(state);
    this.#leave();
    if (other) other.#leave();
    this.#take(game);
    if (other) other.#take(gameOf(new State(other.#host)));
    for (const board of other ? [this, other] : [this]) {
      board.#show();
      board.#emit("change", undefined);
    }
  }

  /** Reports whether the rules are loaded, so that the game can be used. */
  get loaded(): boolean {
    try {
      return !this.#running().dead;
    } catch {
      return false; // the rules do not run anywhere
    }
  }

  /** Reports whether the board has been drawn. */
  get drawn(): boolean { return this.#drawn; }

  /** The error of the last `failed` event; null while the board loads and after it is drawn. */
  get error(): BanChessError | null { return this.#error; }

  /** A promise that is fulfilled when the board is drawn, and rejected when `failed` is dispatched. It settles at once if that has already happened. */
  get ready(): Promise<void> {
    if (this.#drawn) return Promise.resolve();
    if (this.#error) return Promise.reject(this.#error);
    return new Promise((resolve, reject) => {
      const ended = new AbortController(), { signal } = ended;
      this.addEventListener("ready", () => { ended.abort(); resolve(); }, { signal });
      this.addEventListener("failed", ({ detail }) => { ended.abort(); reject(detail); }, { signal });
    });
  }

  /** The window of the iframe, or null. */
  get frameWindow(): Window | null { return this.#frame?.contentWindow ?? null; }

  /** Returns the state of the board apart from the game, or null while the program does not run. */
  get state(): BoardState | null { return this.#instance ? this.#ask("state") : null; }

  /** Returns the options of the board, or null while the program does not run. */
  get options(): BoardOptions | null { return this.#instance ? this.#ask("options") : null; }

  /** Has the same effect as a click on a square. Throws `bad_argument` for anything but a square. */
  tap(square: Square): void { this.#ask("tap", square); }

  /** Passes a key to the board, named as in KeyboardEvent.key. Reports whether the board used it. */
  key(name: string): boolean { return this.#drawn && this.#ask<boolean>("key", name); }

  /** Puts back a piece that is picked up, and closes the choice of a promotion. */
  cancel(): void { this.#ask("cancel"); }

  /** Returns the rectangle of a square, or null while the board is not drawn. Throws `bad_argument` for anything but a square. */
  squareRect(square: Square): Rect | null { return this.#drawn ? this.#ask("squareRect", square) : null; }

  /** Draws arrows over the board and removes the earlier ones. Throws `bad_argument` for anything but a list of arrows. */
  setArrows(arrows: readonly Arrow[]): void { this.#ask("setArrows", arrows); }

  /** Shows up to 500 drawings and removes the earlier ones. Throws `bad_argument` for anything but a list of drawings. */
  setDrawings(drawings: readonly Drawing[]): void { this.#ask("setDrawings", drawings); }

  /**
   * Lets the user choose one of these actions, in BCN, before the turn comes: it is not
   * played, and the event `premove` has it. They are all bans, or all moves of one side. An
   * empty list lets the user pick up nothing, and null lets the user play again. They stay
   * until the next call, or until the board starts again. Throws `bad_argument` or `bad_option`
   * for anything but a list of texts, and `bad_bcn` for a text that is not BCN.
   */
  setPremoves(actions: readonly SerializedAction[] | null): void { this.#ask("setPremoves", actions); }

  /** Starts the WebAssembly again, and loads again what failed to load. */
  restart(): void {
    this.#crashes = [];
    this.#stop();
    this.#error = null;
    this.#reload();
  }

  /** Called by the browser. */
  connectedCallback(): void {
    this.style.display ||= "block";
    this.#crashes = [];
    this.#error = null;
    const frame = document.createElement("iframe");
    // The page describes the board in words, outside the iframe.
    frame.title = "Board";
    frame.tabIndex = -1;
    frame.setAttribute("aria-hidden", "true");
    // An iframe is transparent only if its colour scheme is that of its document,
    // and the document supports only light.
    frame.style.cssText = "display:block;width:100%;height:100%;border:0;background:transparent;color-scheme:light";
    // The event fires again if the iframe reloads by itself, which the board does when
    // it loses its canvas.
    frame.addEventListener("load", () => void this.#start());
    frame.src = this.#address(FRAME, "board.html");
    this.#frame = frame;
    this.replaceChildren(frame);
  }

  /** Called by the browser. */
  disconnectedCallback(): void {
    this.#stop();
    this.#frame?.remove();
    this.#frame = null;
  }

  /** Called by the browser. */
  attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    if (old === value) return;
    if (name !== "fen" && name !== "pgn") return this.#configure();
    if (!value) return;
    this.#source = { [name]: value };
    this.#place();
  }

  /** Returns the address of one of the board's files. */
  #address(beside: URL, name: string): string {
    const folder = this.getAttribute("assets");
    return folder === null ? beside.href : new URL(name, new URL(folder.replace(/\/*$/, "/"), document.baseURI)).href;
  }

  /** Returns the instance of the game on the board: the one in the iframe, or the shared one if there is no iframe or it failed. */
  #running(): Instance {
    if (this.#instance) return this.#instance;
    if (!this.#frame || this.#failed) return shared.running();
    throw fail("not_initialized", "the board is not loaded, or has crashed", 'wait for its event "rules"');
  }

  #take(game: BanChess): void {
    this.#game = game;
    shownBy.set(stateOf(game), this);
    this.#unsubscribe = game.subscribe((event) => {
      if (event.type === "change") this.#emit("change", undefined);
      else this.#emit("action", { action: write(event.action), source: byHand.has(event) ? "board" : "api" });
    });
  }

  /** Releases the game, which then lives in the shared instance. */
  #leave(): void {
    const state = stateOf(this.#game);
    this.#unsubscribe();
    shownBy.delete(state);
    state.host = shared;
  }

  /** Moves the game to the iframe and shows it there. */
  #show(): void {
    const state = stateOf(this.#game), instance = this.#instance;
    state.host = this.#host;
    if (!instance) return;
    state.bring(instance);
    state.run("banchess_show");
  }

  /** Loads the game of the attribute fen or pgn. */
  #place(): void {
    const source = this.#source;
    if (!source || !this.#instance) return;
    this.#source = null;
    try {
      this.#game.load(source);
    } catch (error) {
      this.#emit("error", error as BanChessError);
    }
  }

  async #start(): Promise<void> {
    this.#stop();
    const run = this.#run, view = this.frameWindow as View;
    try {
      const hint = "put board.html and banchess.wasm beside board.js, or name their folder in the attribute assets";
      if (!this.#frame?.contentDocument) throw fail("load_failed", `${this.#address(FRAME, "board.html")} cannot be loaded`, hint);
      const program = this.#address(PROGRAM, "banchess.wasm"), preloaded = performance.getEntriesByName(program)[0];
      const onProgress = preloaded ? undefined : (progress: Progress) => { if (run === this.#run) this.#emit("progress", progress); };
      const module = await compile(program, { onProgress, hint, size: BOARD_BYTES || undefined });
      if (run !== this.#run) return;
      withoutAntialiasing(view);
      const rest = holdFrames(view);
      const instance = await instantiate(module, "banchess.wasm", new (runtimeOf(view))(), view, (error) => this.#crashed(run, error));
      if (run === this.#run) this.#attach(run, instance, view, rest);
    } catch (error) {
      if (run !== this.#run) return;
      const problem = error as BanChessError;
      if (problem.code === "crashed") this.#crashed(run, problem); // it crashed while starting, as happens if WebGL is lost
      else this.#fail(problem);
    }
  }

  /** Gives up: nothing runs in the iframe until the next start. */
  #fail(error: BanChessError): void {
    this.#failed = true;
    this.#refuse(error);
  }

  #refuse(error: BanChessError): void {
    this.#error = error;
    this.#emit("failed", error);
  }

  /** @param rest called once the board has been drawn: it then sleeps between changes */
  #attach(run: number, instance: Instance, view: View, rest: () => void): void {
    this.#instance = instance;
    boards.add(instance);
    this.#configure();
    this.#show();
    this.#place();
    // The subscription ends with the program.
    instance.ask("subscribe", (message: BoardMessage) => { if (run === this.#run) this.#receive(message); });
    // The board reloads its iframe when it loses its canvas. A page in the browser's
    // back/forward cache keeps its boards.
    view.addEventListener("pagehide", ({ persisted }) => {
      if (persisted || run !== this.#run || !this.isConnected) return;
      this.#stop();
      this.#emit("stopped", fail("crashed", "the board's frame was reloaded", 'wait for its event "rules"'));
    });
    view.addEventListener("keydown", (event) => this.#relayKey(event), true);
    for (const type of ["dragover", "drop"] as const) view.addEventListener(type, (event) => this.#relayDrag(event), true);
    this.#emit("rules", undefined);
    instance.raw.board!.ready.then(
      () => {
        if (run !== this.#run) return;
        this.#drawn = true;
        rest();
        this.#emit("ready", undefined);
      },
      (error: Error & { code: ErrorCode }) => {
        if (run === this.#run) this.#refuse(fail(error.code, error.message));
      },
    );
  }

  /** Ends the program in the iframe, and ignores its later messages. */
  #stop(): void {
    this.#run++;
    this.#failed = false;
    const instance = this.#instance;
    this.#instance = null;
    this.#drawn = false;
    if (!instance) return;
    boards.delete(instance);
    instance.end(fail("crashed", "the board is gone on which this was", "show it again"));
  }

  #crashed(run: number, error: BanChessError): void {
    if (run !== this.#run) return;
    this.#stop();
    const now = Date.now();
    this.#crashes = [...this.#crashes.filter((time) => now - time < CRASH_SPAN), now];
    if (this.#crashes.length > MOST_CRASHES) {
      this.#fail(fail("crashed", "the board crashed again and again", "restart() tries once more; the game is kept", error));
      return;
    }
    this.#emit("stopped", error);
    this.#reload();
  }

  /** Reloads the iframe. If its page could not be loaded, it shows a page of the browser, which can be replaced but not reloaded. */
  #reload(): void { this.frameWindow?.location.replace(this.#address(FRAME, "board.html")); }

  /** Handles a message about what the user did or tried on the board. The game reports its own calls. */
  #receive({ type, ...detail }: BoardMessage): void {
    if (type === "change") return;
    if (type !== "action") return this.#emit(type, detail as never);
    const { action, source } = detail as { action: string; source: string };
    if (source !== "board") return;
    const state = stateOf(this.#game);
    state.recordPlayed(encode(action), state.run("banchess_last"), byHand);
  }

  /**
   * Handles a key press in the iframe before the canvas does. A key that the board does
   * not use is dispatched on this element instead, so that the page can handle it. If no
   * listener handles it, the browser's default applies, above all for Tab.
   */
  #relayKey(event: KeyboardEvent): void {
    event.stopImmediatePropagation();
    const { key, code, ctrlKey, shiftKey, altKey, metaKey, repeat } = event;
    const copy = new KeyboardEvent("keydown", { key, code, ctrlKey, shiftKey, altKey, metaKey, repeat, bubbles: true, cancelable: true });
    const plain = !ctrlKey && !altKey && !metaKey;
    if ((plain && this.key(key)) || !this.dispatchEvent(copy)) event.preventDefault();
  }

  /** Dispatches a file's drag event on this element, so that the page handles it. The iframe would open the file. */
  #relayDrag(event: DragEvent): void {
    event.stopImmediatePropagation();
    const { type, dataTransfer } = event;
    const copy = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
    if (!this.dispatchEvent(copy)) event.preventDefault();
  }

  #configure(): void {
    if (!this.#instance) return;
    const animation = this.getAttribute("animation");
    try {
      this.#ask("configure", {
        orientation: this.getAttribute("orientation") === "black" ? "black" : "white",
        theme: this.getAttribute("theme") ?? "wood",
        pieces: this.getAttribute("pieces") ?? "classic",
        coordinates: this.getAttribute("coordinates") !== "off",
        readonly: this.hasAttribute("readonly"),
        drawing: this.getAttribute("drawing") !== "off",
        ...animation !== null && { animation: Number(animation) },
      });
    } catch (error) {
      console.error(error);
    }
  }

  /** Calls a function of the board in the WebAssembly. */
  #ask<T>(name: string, ...args: unknown[]): T {
    const instance = this.#running(), board = this.#instance?.raw.board;
    if (!board) throw fail("not_initialized", "the board is not in a document, or has failed", "append it to one, or restart() it");
    return unwrap<T>(instance.call(board[name]!, board, args));
  }

  #emit<K extends keyof BoardEvents>(type: K, detail: BoardEvents[K]["detail"]): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    /** A Ban Chess board. */
    "ban-chess-board": BanChessBoard;
  }
}

// On a server there is no customElements.
globalThis.customElements?.define("ban-chess-board", BanChessBoard);
