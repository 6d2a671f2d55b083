// The numeric annotation glyphs: what stands for them, and what is said of them.

/** Those that judge an action, one at most; each with its word. */
export const JUDGEMENTS: { readonly [nag: number]: readonly [sign: string, word: string] } = {
  1: ["!", "good"], 2: ["?", "mistake"], 3: ["!!", "brilliant"], 4: ["??", "blunder"], 5: ["!?", "interesting"], 6: ["?!", "inaccuracy"],
};

/** "Better is …": how the report marks the variations it writes. */
export const BETTER = 142;

/** Those that judge the position, and others that PGN files have. */
const SIGNS: { readonly [nag: number]: string } = {
  7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+", 22: "⨀", 23: "⨀", 32: "⟳", 33: "⟳", 36: "→", 37: "→", 40: "↑", 41: "↑",
  132: "⇆", 133: "⇆", 138: "⊕", 139: "⊕", 140: "∆", 146: "N",
};

/** What stands for a glyph, "" for one that has no sign. */
export const signOf = (nag: number): string => JUDGEMENTS[nag]?.[0] ?? SIGNS[nag] ?? "";

/** The glyphs with a judgement in the place of the one that is there, or without it if that is the same. */
export function judged(nags: readonly number[], nag: number): number[] {
  const others = nags.filter((there) => !JUDGEMENTS[there]);
  return nags.includes(nag) ? others : [nag, ...others];
}
