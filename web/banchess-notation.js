// Squares, actions and BCN without the WebAssembly: how an action is packed into
// 16 bits (wasm/lean.go says how) and what it looks like outside.

/** The squares by number: a1, b1, … h8. */
export const SQUARES = Array.from({ length: 64 }, (_, i) => "abcdefgh"[i & 7] + ((i >> 3) + 1));

const NUMBER = new Map(SQUARES.map((name, i) => [name, i]));
const ROLES = ["", "n", "b", "r", "q"];
const BAN = 1 << 15;

/** Packs {ban}, {move} or BCN; -1 for anything else. A foreign getter may throw. */
export function encode(action) {
  if (typeof action === "string") return encodeText(action);
  if (typeof action !== "object" || action === null) return -1;
  const { ban, move } = action;
  if (ban && !move) {
    const pair = encodePair(ban.from, ban.to);
    return pair < 0 ? -1 : pair | BAN;
  }
  if (!move || ban) return -1;
  const pair = encodePair(move.from, move.to);
  const role = ROLES.indexOf(move.promotion ?? "");
  return pair < 0 || role < 0 ? -1 : pair | role << 12;
}

function encodePair(from, to) {
  const a = NUMBER.get(from), b = NUMBER.get(to);
  return a === undefined || b === undefined || a === b ? -1 : a << 6 | b;
}

function square(text, at) {
  const file = text.charCodeAt(at) - 97, rank = text.charCodeAt(at + 1) - 49;
  return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? rank << 3 | file : -1;
}

/** Packs BCN with or without an indicator. */
function encodeText(text) {
  let length = text.length;
  const last = text[length - 1];
  if (last === "+" || last === "#" || last === "=") length--;
  if ((length !== 6 && length !== 7) || text[1] !== ":") return -1;
  const from = square(text, 2), to = square(text, 4);
  if (from < 0 || to < 0 || from === to) return -1;
  if (text[0] === "b") return length === 6 ? from << 6 | to | BAN : -1;
  if (text[0] !== "m") return -1;
  const role = length === 6 ? 0 : ROLES.indexOf(text[6]);
  return role < 0 ? -1 : from << 6 | to | role << 12;
}

/** Unpacks an action: {ban: {from, to}} or {move: {from, to, promotion?}}. */
export function fromCode(code) {
  const from = SQUARES[code >> 6 & 63], to = SQUARES[code & 63];
  if (code & BAN) return { ban: { from, to } };
  const role = code >> 12 & 7;
  return { move: role ? { from, to, promotion: ROLES[role] } : { from, to } };
}

/** Reads BCN; null if it is none. */
export function decode(text) {
  const code = typeof text === "string" ? encodeText(text) : -1;
  return code < 0 ? null : fromCode(code);
}

/** Writes an action in BCN. */
export function write({ ban, move }) {
  return ban ? `b:${ban.from}${ban.to}` : `m:${move.from}${move.to}${move.promotion ?? ""}`;
}
