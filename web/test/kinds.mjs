// Values of every kind, and the permitted results of a call with them: an answer, a
// refusal or a BanChessError.

/** The error that such a value throws itself. */
export class Thrown extends Error {}

export const throwing = (what) => new Proxy(what, {
  get() { throw new Thrown("get"); }, has() { throw new Thrown("has"); }, ownKeys() { throw new Thrown("keys"); },
  getPrototypeOf() { throw new Thrown("prototype"); }, getOwnPropertyDescriptor() { throw new Thrown("descriptor"); },
});
const revoked = Proxy.revocable([], {});
revoked.revoke();
const cyclic = { ban: {} };
cyclic.ban.ban = cyclic;
const deep = Array.from({ length: 20_000 }).reduce((inner) => ({ ban: inner }), {});
const detached = new ArrayBuffer(8), ofDetached = new Uint8Array(detached);
structuredClone(detached, { transfer: [detached] });

export const VALUES = [
  null, true, 0, -1, NaN, Infinity, 10n, Symbol("s"), "", "e2", "nonsense", "\ud800", "x".repeat(1e5), [], ["b:e2e4"], [null], [Symbol()], [10n], new Array(3), new Array(4e9),
  [["b:e2e4"]], {}, Object.create(null), { toString: 1 }, { toString() { throw new Thrown("text"); } }, { toJSON() { throw new Thrown("json"); } }, { get ban() { throw new Thrown("ban"); } },
  { get fen() { throw new Thrown("fen"); } }, [{ get ban() { throw new Thrown("ban"); } }], { ban: null }, { ban: 1 }, { ban: { from: new String("e2"), to: "e4" } }, { fen: 1 },
  { tags: null }, { tags: "ab" }, { tags: { White: 1 } }, { tags: { "a b": "x" } }, { indicators: 1 }, { indicators: { colour: true } }, { winner: "white" }, { ended: "x" },
  cyclic, deep, throwing({}), throwing([]), throwing(() => {}), revoked.proxy, () => 1, class {}, new Date(NaN), new Map(), new Error("e"), Promise.resolve(), new String("b:e2e4"), globalThis,
  detached, ofDetached,
];

/** Reports whether an error is one of the library's own, with a code and a message. */
export const isOurs = (e) => e?.name === "BanChessError" && typeof e.code === "string" && e.code !== "internal" && e.message.length < 1000;

/** Returns the fault of an answer, if there is one. */
export const faultOf = (answer) =>
  answer?.success === false && (answer.code === "internal" || !(answer.error.length < 1000)) ? `${answer.code}: ${String(answer.error).slice(0, 200)}` : null;

/** Returns a value in words. */
export function shown(value) {
  const n = VALUES.indexOf(value);
  if (typeof value === "symbol") return "a symbol";
  return n < 0 && typeof value !== "object" ? String(value).slice(0, 80) : `${typeof value} number ${n}`;
}
