// Calls everything that banchess exports with every kind of value, in every
// place, on every kind of this. Nothing may throw, every answer must be plain,
// and the games must work afterwards. Returns a list of faults.
(banchess, settle) => {
  const faults = [];
  const cyclic = {}; cyclic.ban = cyclic;
  const throwing = (what) => new Proxy(what, {
    get() { throw new Error("get"); }, has() { throw new Error("has"); }, ownKeys() { throw new Error("keys"); },
    getPrototypeOf() { throw new Error("prototype"); }, getOwnPropertyDescriptor() { throw new Error("descriptor"); },
    apply() { throw new Error("apply"); }, construct() { throw new Error("construct"); },
  });
  const revoked = Proxy.revocable({}, {}); revoked.revoke();
  const deep = () => { let o = {}; for (let i = 0; i < 20000; i++) o = { ban: o }; return o; };
  const again = { get ban() { return banchess.play(again); } };
  const bare = Object.create(null);
  const values = [
    undefined, null, true, false, 0, -0, 1, -1, 1.5, NaN, Infinity, -Infinity, 2 ** 53, 1e308, 10n, Symbol("s"), Symbol.iterator,
    "", "e2", "e4", "b:e2e4", "m:e2e4", "m:e2e4\u0000", "\ud800", "q", "white", "💥", "x".repeat(1 << 16), "9".repeat(5 << 20), "b:e2e4#",
    [], [1], ["e2"], [null], ["b:e2e4\nm:e2e4"], new Array(3), new Array(1e5), [[[]]], {}, bare, { a: 1 }, { fen: 1 }, { fen: {} }, { fen: "x", pgn: "y" },
    { actions: { length: 1e9 } }, { actions: "b:e2e4" }, { actions: [Symbol()] }, { pgn: "\u0000" }, { ended: "stalemate" }, { ended: "resignation" },
    { ban: null }, { ban: 1 }, { ban: [] }, { ban: { from: 1, to: 2 } }, { ban: { from: "e2" } }, { ban: { from: "e2", to: "e4", promotion: {} } },
    { ban: { from: "e2", to: "e9" } }, { move: { from: "e2", to: "e4", promotion: "k" } }, { ban: { from: "e2", to: "e4" }, move: { from: "e2", to: "e4" } },
    { move: { from: Symbol(), to: "e4" } }, { ban: { from: "e2", to: "e4".repeat(100000) } }, { length: 4e9 }, { toJSON() { throw 1; } }, { toJSON: () => "x" },
    { toJSON: () => 10n }, { valueOf() { throw 2; }, toString() { throw 3; } }, { get ban() { throw new Error("getter"); } }, { handle: 1001 }, { handle: "x" },
    { handle: NaN }, { handle: 1e300 }, { handle: -1 }, cyclic, again, deep(), throwing({}), throwing(() => {}), throwing([]), revoked.proxy,
    new Proxy(banchess.game, {}), () => {}, () => { throw new Error("listener"); }, function () {}, class {}, async () => {}, function* () {},
    new Date(NaN), /x/, new Map(), new Set(), new WeakMap(), new Error("e"), Promise.resolve(1), new Uint8Array(8), new ArrayBuffer(8), new DataView(new ArrayBuffer(8)),
    new Number(1), new String("b:e2e4"), new Boolean(false), Object(Symbol()), Object(10n), globalThis, Math, JSON, banchess, banchess.game,
  ];
  const isOwn = (v) => v === banchess || v === banchess.game;
  const attempt = (name, f, self, args) => {
    try {
      const answer = Reflect.apply(f, self, args);
      if (answer && answer.success === false && (typeof answer.code !== "string" || typeof answer.error !== "string" || answer.code === "internal")) {
        faults.push(`${name}: failed with ${answer.code}: ${answer.error}`);
      }
      if (typeof answer === "function" && name.endsWith("subscribe")) answer();
    } catch (e) {
      faults.push(`${name} threw ${e}`);
    }
  };
  const functions = new Map();
  const collect = (name, object) => {
    for (let o = object; o && o !== Object.prototype; o = Object.getPrototypeOf(o)) {
      for (const key of Object.getOwnPropertyNames(o)) {
        const d = Object.getOwnPropertyDescriptor(o, key);
        if (typeof d.value === "function") functions.set(`${name}.${key}`, [d.value, object]);
        if (d.get) functions.set(`${name}.get ${key}`, [d.get, object]);
      }
    }
  };
  collect("banchess", banchess);
  collect("game", banchess.newGame());
  collect("tree", banchess.newTree({ actions: ["b:e2e4", "m:d2d4"] }));
  collect("reader", banchess.readPGN());
  if (banchess.board) collect("board", banchess.board);
  collect("session", banchess.session(() => {}));
  functions.set("unsubscribe", [banchess.subscribe(() => {}), undefined]);
  functions.set("the end of analyze", [banchess.newGame().analyze({ depth: 1 }, () => {}), undefined]);
  const quiet = console.error; console.error = () => {};
  try {
    for (const [name, [f, self]] of functions) {
      attempt(name, f, self, []);
      for (const v of values) {
        attempt(name, f, self, [v]);
        if (!isOwn(v)) attempt(name, f, v, ["b:e2e4"]);
        attempt(name, f, self, ["e2", v]);
        attempt(name, f, self, [v, v, v]);
      }
      attempt(name, f, self, new Array(5000).fill({}));
      attempt(name, f, undefined, []);
    }
  } finally { console.error = quiet; }
  // A detached method has no game.
  const { fen } = banchess.newGame();
  if (fen().code !== "bad_argument") faults.push("a detached method answered " + JSON.stringify(fen()));
  const freed = banchess.newGame(); freed.free(); freed.free();
  if (freed.fen().code !== "freed") faults.push("a freed game answered");
  const g = banchess.newGame();
  if (!g.play("b:e2e4").success || g.play({ move: { from: "e2", to: "e4" } }).code !== "banned" || g.getLegalActions().length !== 19) faults.push("a new game does not work any more");
  if (!banchess.game.load({}).success || banchess.fen() !== banchess.newGame().fen()) faults.push("the board's game does not work any more");
  return { faults, calls: functions.size };
}
