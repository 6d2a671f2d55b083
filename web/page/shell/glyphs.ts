// The numeric annotation glyphs: what stands for them, and what is said of them.

/** Those that judge an action, one at most. */
export const JUDGEMENTS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" } as const;
export type Judgement = keyof typeof JUDGEMENTS;

/** Reports whether a glyph judges an action. */
export const isJudgement = (nag: number): nag is Judgement => nag in JUDGEMENTS;

/** "Better is …": how the report marks the variations it writes. */
export const BETTER = 142;

/** Those that judge the position, and others that PGN files have. */
const SIGNS: { readonly [nag: number]: string } = {
  7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+", 22: "⨀", 23: "⨀", 32: "⟳", 33: "⟳", 36: "→", 37: "→", 40: "↑", 41: "↑",
  132: "⇆", 133: "⇆", 138: "⊕", 139: "⊕", 140: "∆", 146: "N",
};

/** What stands for a glyph, "" for one that has no sign. */
export const signOf = (nag: number): string => (isJudgement(nag) ? JUDGEMENTS[nag] : SIGNS[nag]) ?? "";

/** The glyphs with a judgement in the place of the one that is there, or without it if that is the same. */
export function judged(nags: readonly number[], nag: number): number[] {
  const others = nags.filter((there) => !isJudgement(there));
  return nags.includes(nag) ? others : [nag, ...others];
}
