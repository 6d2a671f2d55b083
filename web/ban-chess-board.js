// <ban-chess-board>: a Ban Chess board as an element. It holds a frame of the
// same origin, board.html, in which banchess.wasm plays and draws; the page
// around is not touched by it.
//
//   <script type="module" src="ban-chess-board.js"></script>
//   <ban-chess-board orientation="black"></ban-chess-board>
//
// Attributes, all of which may change at any time:
//   fen          the position to start from, an extended FEN
//   orientation  "white" (default) or "black": the side at the bottom
//   readonly     nothing can be played by hand
//   theme        "wood" (default) or "slate"
//   coordinates  "off" hides the names of files and ranks
//   animation    how long a piece takes to its square, in milliseconds
//
// Events (they do not bubble; `detail` in brackets):
//   progress   [{loaded, total}] bytes of the program, while it loads
//   rules      the rules can be asked: `rules` is set
//   ready      the board is drawn for the first time
//   failed     [{code, message}] there will be no board. "no_webgl": the rules
//              work all the same. "no_wasm", "no_program", "crashed": nothing does
//   action     [{action, source}] a ban or move was played, in BCN
//   refused    [{code, error, from, to}] the user tried what is not legal
//   stopped    the program has ended by a fault, and is started afresh
//   change     the game changed otherwise: undone, loaded, resigned …
//   promotion  [{open}] the board asks for a piece, or no longer
//   select     [{square}] a piece was picked up, or none is
//
// Should the program end by a fault of its own, or the browser take the canvas
// away, the element starts it afresh and loads the game again, as it last was.

import { loadProgram } from "./program.js";

// A board that falls this often within a minute does not get up again.
const MOST_CRASHES = 3;
const CRASH_SPAN = 60_000;

export class BanChessBoard extends HTMLElement {
  static observedAttributes = ["fen", "orientation", "readonly", "theme", "coordinates", "animation"];

  #frame = null;
  #rules = null;
  #drawn = false;
  #record = null; // the game as it last was, for a fresh program
  #crashes = []; // when the program ended, in milliseconds
  #run = 0; // counts starts, so that what belongs to an earlier one is ignored

  /** The program's `banchess` object, or null while there is none. */
  get rules() {
    return this.#rules;
  }

  /** Whether the board is on the screen. */
  get drawn() {
    return this.#drawn;
  }

  /** The window of the frame, or null. */
  get frameWindow() {
    return this.#frame?.contentWindow ?? null;
  }

  connectedCallback() {
    this.style.display ||= "block";
    this.#crashes = [];
    const frame = document.createElement("iframe");
    // What the board shows is said in words beside it, or over it.
    frame.title = "Board";
    frame.tabIndex = -1;
    frame.setAttribute("aria-hidden", "true");
    // A frame lets the page show through only if it is of the colour scheme that
    // its document is of, and that has but one.
    frame.style.cssText = "display:block;width:100%;height:100%;border:0;background:transparent;color-scheme:light";
    // Runs again when the frame reloads by itself, which the board does when it
    // loses its canvas.
    frame.addEventListener("load", () => this.#start());
    frame.src = new URL("board.html", import.meta.url);
    this.#frame = frame;
    this.replaceChildren(frame);
  }

  disconnectedCallback() {
    this.#detach();
    this.#frame?.remove();
    this.#frame = null;
  }

  attributeChangedCallback(name, old, value) {
    if (old === value) return;
    if (name === "fen") {
      if (value) this.#place({ fen: value });
      return;
    }
    this.#configure();
  }

  /**
   * Loads a game: {fen?, actions?, pgn?, …} as banchess.game.load takes it.
   * Returns its answer. Before the rules are there, the game is kept until they
   * are, and the answer is null.
   */
  load(options) {
    if (!this.#rules) {
      this.#record = options;
      return null;
    }
    return this.#rules.game.load(options);
  }

  /** Loads a game that nobody waits for the answer of. */
  #place(options) {
    const answer = this.load(options);
    if (answer?.success === false) this.#emit("refused", answer);
  }

  /** Hands a key to the board, by KeyboardEvent.key; whether it had a use for it. */
  key(name) {
    return this.#drawn && this.#rules.board.key(name) === true;
  }

  /** Where a square is, in CSS pixels of this element; null while it is not drawn. */
  squareRect(square) {
    return this.#drawn ? this.#rules.board.squareRect(square) : null;
  }

  /** Starts the program afresh, and tries again what failed to load. */
  restart() {
    this.#crashes = [];
    this.#detach();
    this.frameWindow?.location.reload();
  }

  async #start() {
    this.#detach();
    const run = ++this.#run;
    const view = this.frameWindow;
    try {
      const module = await loadProgram((progress) => run === this.#run && this.#emit("progress", progress));
      if (run !== this.#run) return;
      if (!view.Go) throw Object.assign(new Error("The board could not be loaded: wasm_exec.js is missing."), { code: "no_program" });
      const go = new view.Go();
      const instance = await view.WebAssembly.instantiate(module, go.importObject);
      if (run !== this.#run) return;
      // What is left to the program ends with it.
      go.run(instance).finally(() => this.#crashed(run));
      view.addEventListener("error", (event) => {
        if (event.error instanceof view.WebAssembly.RuntimeError) this.#crashed(run);
      });
      this.#attach(run, view);
    } catch (error) {
      if (run === this.#run) this.#emit("failed", { code: error.code ?? "no_program", message: error.message });
    }
  }

  #attach(run, view) {
    const rules = view.banchess;
    this.#rules = rules;
    this.#configure();
    if (this.#record) this.#place(this.#record);
    // The subscription ends with the program.
    rules.subscribe((event) => run === this.#run && this.#tell(event));
    view.addEventListener("keydown", (event) => this.#relayKey(event), true);
    for (const type of ["dragover", "drop"]) view.addEventListener(type, (event) => this.#relayDrag(event), true);
    this.#emit("rules");
    rules.board.ready.then(
      () => {
        if (run !== this.#run) return;
        this.#drawn = true;
        this.#emit("ready");
      },
      (error) => {
        if (run === this.#run) this.#emit("failed", { code: error.code ?? "no_webgl", message: error.message });
      },
    );
  }

  #detach() {
    this.#run++;
    this.#rules = null;
    this.#drawn = false;
  }

  #crashed(run) {
    if (run !== this.#run) return;
    this.#detach();
    const now = Date.now();
    this.#crashes = [...this.#crashes.filter((time) => now - time < CRASH_SPAN), now];
    if (this.#crashes.length > MOST_CRASHES) {
      this.#emit("failed", { code: "crashed", message: "The board stopped again and again. The game is kept." });
      return;
    }
    this.#emit("stopped");
    this.frameWindow?.location.reload();
  }

  #tell({ type, ...detail }) {
    if (type === "action" || type === "change") this.#record = this.#rules.game.record();
    this.#emit(type, detail);
  }

  /**
   * Takes the keys that go down in the frame before the canvas can swallow them,
   * and lets them happen here instead, unless the board has a use for them.
   * What nobody wants, Tab above all, does what it does anywhere.
   */
  #relayKey(event) {
    event.stopImmediatePropagation();
    const copy = new KeyboardEvent("keydown", {
      key: event.key,
      code: event.code,
      ctrlKey: event.ctrlKey,
      shiftKey: event.shiftKey,
      altKey: event.altKey,
      metaKey: event.metaKey,
      repeat: event.repeat,
      bubbles: true,
      cancelable: true,
    });
    const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
    if ((plain && this.key(event.key)) || !this.dispatchEvent(copy)) event.preventDefault();
  }

  /** Lets a file be dropped here as on the page around; the frame would open it. */
  #relayDrag(event) {
    event.stopImmediatePropagation();
    const { type, dataTransfer } = event;
    const copy = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
    if (!this.dispatchEvent(copy)) event.preventDefault();
  }

  #configure() {
    if (!this.#rules) return;
    const animation = this.getAttribute("animation");
    const options = {
      orientation: this.getAttribute("orientation") === "black" ? "black" : "white",
      theme: this.getAttribute("theme") ?? "wood",
      coordinates: this.getAttribute("coordinates") !== "off",
      readonly: this.hasAttribute("readonly"),
      ...(animation !== null && { animation: Number(animation) }),
    };
    const answer = this.#rules.board.configure(options);
    if (answer.success === false) console.error(`ban-chess-board: ${answer.error}`);
  }

  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

customElements.define("ban-chess-board", BanChessBoard);
