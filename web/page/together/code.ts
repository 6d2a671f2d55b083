// The codes by which two browsers find each other: an invitation and its answer. Each has
// what the other browser needs of a description of a WebRTC connection, packed into at most
// 200 characters. web/docs/codes.md specifies them.

import type { Player } from "../../banchess/banchess.js";
import { words } from "language/together";
import { checksum, hashOf, LinkError } from "../share/index.js";

/** The longest code, in characters. */
export const LONGEST = 200;

export const INVITATION = 3, ANSWER = 4; // the formats, which follow those of links

/** The content of a code. */
export type Code =
  | { readonly format: typeof INVITATION; readonly sdp: string; readonly id: string; readonly by: Player } // the game, and who invites
  | { readonly format: typeof ANSWER; readonly sdp: string; readonly to: string }; // the mark of the invitation

/** The reason why a code cannot be used. */
export class CodeError extends LinkError {
  constructor(code: keyof typeof words.together.codeErrors) {
    super(code, words.together.codeErrors[code]);
  }
}

const BLACK = 1; // the bit of the first byte: the inviter plays Black
const IPv4 = 4, IPv6 = 16, NAME = 17; // the kinds of address of a candidate: its number of bytes, one more for a name
const REFLEXIVE = 0x80; // the bit of the kind: the address as others see it
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Returns the mark of an invitation, by which its answer names it: eight hexadecimal digits. */
export const markOf = (invitation: string): string => Number.parseInt(hashOf(invitation), 36).toString(16).padStart(8, "0");

/** Returns a code as text. Candidates for which it has no room are left out. Throws a CodeError if the description is of no known kind. */
export function encodeCode(code: Code): string {
  const { format, sdp } = code;
  const [, ufrag = "", pwd = "", digits = ""] = /a=ice-ufrag:(\S+)[^]*a=ice-pwd:(\S+)[^]*a=fingerprint:sha-256 ((?:[\dA-F]{2}:?){32})/i.exec(inOrder(sdp)) ?? [];
  if (!digits || !/a=mid:0\s/.test(sdp)) throw new CodeError("no_connection");
  const bytes = [
    ...format === INVITATION ? [code.by === "black" ? BLACK : 0, ...bytesOfHex(code.id)] : bytesOfHex(code.to),
    ...bytesOfHex(digits.replaceAll(":", "")), ufrag.length, pwd.length, ...packLetters(ufrag + pwd),
  ];
  for (const candidate of candidatesIn(sdp)) {
    if (textLength(bytes.length + candidate.length) <= LONGEST) bytes.push(...candidate);
  }
  const packed = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${format}.${packed}${checksum(packed)}`;
}

/** Returns the length of a code of so many bytes, in characters. */
const textLength = (bytes: number) => Math.ceil(bytes * 4 / 3) + 6;

/** Returns the lines of a description in the order in which they are read. */
const inOrder = (sdp: string) => ["ice-ufrag", "ice-pwd", "fingerprint"].map((name) => new RegExp(`a=${name}:.*`).exec(sdp)?.[0]).join("\n");

/** Returns the part after the # of a link to a game or a room; "" if a text has none. */
export const gameLinkIn = (given: string): string => /(?:^|#)(1\.[\w-]{6,}|2\.[\w-]*|room=[\w&=-]*)/.exec(given.trim())?.[1] ?? "";

/** Reads a code, in whatever it came: a link, the text alone, or a message that ends with one of them. Returns it with its text. Throws a CodeError. */
export function decodeCode(given: string): Code & { readonly text: string } {
  if (gameLinkIn(given)) throw new CodeError("game_link");
  const text = given.replace(/^[^]*(?=\b\d+\.(?:\s*[\w-]){20})/, "").replace(/\s+|[^\w-]{1,9}$/g, "");
  const [, digits, packed, sum] = /^(\d+)\.([\w-]*?)([\da-z]{4})$/.exec(text) ?? [];
  const format = Number(digits);
  if (!packed || packed.length % 4 === 1 || text.length > LONGEST) throw new CodeError("bad_code");
  if (format !== INVITATION && format !== ANSWER) throw new CodeError("other_release");
  if (checksum(packed) !== sum) throw new CodeError("bad_code");
  const bytes = new Reader(Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)));
  if (format === ANSWER) {
    const to = bytes.hex(4);
    return { format, text, to, sdp: sdpFrom(bytes, "active") };
  }
  const by = bytes.next() & BLACK ? "black" : "white", id = bytes.hex(16);
  return { format, text, by, id, sdp: sdpFrom(bytes, "actpass") };
}

/** Reads bytes one after the other. Throws a CodeError where there are no more. */
class Reader {
  #at = 0;

  constructor(readonly bytes: Uint8Array) {}

  get isAtEnd(): boolean { return this.#at === this.bytes.length; }

  take(n: number): number[] {
    if (this.#at + n > this.bytes.length) throw new CodeError("bad_code");
    return [...this.bytes.slice(this.#at, this.#at += n)];
  }

  next(): number { return this.take(1)[0]!; }

  hex(n: number): string { return hexOf(this.take(n)); }
}

/** Returns the description of a connection that the other browser made. */
function sdpFrom(bytes: Reader, setup: "active" | "actpass"): string {
  const fingerprint = bytes.take(32).map((byte) => hexOf([byte]).toUpperCase()).join(":");
  const [ufrag, pwd] = [bytes.next(), bytes.next()];
  if (ufrag < 4 || pwd < 22) throw new CodeError("bad_code");
  const letters = unpackLetters(bytes.take(Math.ceil((ufrag + pwd) * 6 / 8)), ufrag + pwd);
  const candidates: string[] = [];
  while (!bytes.isAtEnd) candidates.push(candidateFrom(bytes, candidates.length));
  if (candidates.length === 0) throw new CodeError("bad_code");
  return [
    "v=0", "o=- 1 2 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0", "m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "c=IN IP4 0.0.0.0",
    ...candidates, `a=ice-ufrag:${letters.slice(0, ufrag)}`, `a=ice-pwd:${letters.slice(ufrag)}`, `a=fingerprint:sha-256 ${fingerprint}`,
    `a=setup:${setup}`, "a=mid:0", "a=sctp-port:5000", "a=max-message-size:262144", "",
  ].join("\r\n");
}

/** Returns the candidates of a description as bytes: the kind of the address, the address, the port. Those of the local network come first. */
function candidatesIn(sdp: string): number[][] {
  const found = [...sdp.matchAll(/a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ (host|srflx)/gi)].flatMap(([, address = "", port, type = ""]) => {
    const kind = address.endsWith(".local") ? NAME : address.includes(":") ? IPv6 : IPv4;
    const bytes = kind === IPv4 ? address.split(".").map(Number) : kind === IPv6 ? bytesOfIPv6(address) : bytesOfHex(address.replace(/-|\.local$/g, ""));
    if (bytes.length !== (kind === NAME ? 16 : kind)) return [];
    return [[kind | (type === "srflx" ? REFLEXIVE : 0), ...bytes, Number(port) >> 8, Number(port) & 255]];
  });
  return found.sort((a, b) => (a[0]! & REFLEXIVE) - (b[0]! & REFLEXIVE));
}

function candidateFrom(bytes: Reader, index: number): string {
  const kind = bytes.next(), isReflexive = (kind & REFLEXIVE) !== 0, form = kind & ~REFLEXIVE;
  if (![IPv4, IPv6, NAME].includes(form)) throw new CodeError("bad_code");
  const address = bytes.take(form === NAME ? 16 : form), port = bytes.next() << 8 | bytes.next();
  if (port === 0) throw new CodeError("bad_code");
  const priority = ((isReflexive ? 100 : 126) * 2 ** 24) + (65535 - index) * 2 ** 8 + 255;
  return `a=candidate:${index + 1} 1 udp ${priority} ${addressOf(form, address)} ${port} typ ${isReflexive ? "srflx raddr 0.0.0.0 rport 0" : "host"}`;
}

function addressOf(form: number, address: readonly number[]): string {
  if (form === IPv4) return address.join(".");
  const hex = hexOf(address);
  return form === IPv6 ? hex.match(/.{4}/g)!.join(":") : `${hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")}.local`;
}

/** Returns the bytes of an address such as "fd00::2". An address with a scope or an IPv4 part has none. */
function bytesOfIPv6(address: string): number[] {
  if (!/^[\da-f:]+$/i.test(address)) return [];
  const [head = "", tail] = address.split("::"), groups = (text: string) => (text ? text.split(":") : []);
  const before = groups(head), after = groups(tail ?? "");
  const all = tail === undefined ? before : [...before, ...new Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0"), ...after];
  return all.flatMap((group) => bytesOfHex(group.padStart(4, "0")));
}

const bytesOfHex = (hex: string): number[] => (hex.match(/[\da-f]{2}/gi) ?? []).map((byte) => Number.parseInt(byte, 16));
const hexOf = (bytes: readonly number[]): string => bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Packs letters, each of six bits. Throws a CodeError if a description has others, which no browser makes. */
function packLetters(text: string): number[] {
  if (!/^[A-Za-z\d+/]+$/.test(text) || text.length > 128) throw new CodeError("no_connection");
  const bits = [...text].map((c) => LETTERS.indexOf(c).toString(2).padStart(6, "0")).join("");
  return (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2));
}

function unpackLetters(bytes: readonly number[], n: number): string {
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{6}/g) ?? []).slice(0, n).map((six) => LETTERS[Number.parseInt(six, 2)]).join("");
}
