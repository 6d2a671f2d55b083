// Numeric annotation glyphs: their signs and meanings.

/** The glyphs that judge an action. An action has at most one. */
export const JUDGEMENTS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" } as const;
export type Judgement = keyof typeof JUDGEMENTS;

/** Reports whether a glyph judges an action. */
export const isJudgement = (nag: number): nag is Judgement => nag in JUDGEMENTS;

/** The glyph "better is …", which begins the variations that the report adds. */
export const BETTER = 142;

/** The glyphs that judge the position, and others that occur in PGN files. */
const SIGNS: { readonly [nag: number]: string } = {
  7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+", 22: "⨀", 23: "⨀", 32: "⟳", 33: "⟳", 36: "→", 37: "→", 40: "↑", 41: "↑",
  132: "⇆", 133: "⇆", 138: "⊕", 139: "⊕", 140: "∆", 146: "N",
};

/** Returns the sign of a glyph, or "" if it has none. */
export const signOf = (nag: number): string => (isJudgement(nag) ? JUDGEMENTS[nag] : SIGNS[nag]) ?? "";

/** Returns the glyphs with the judgement replaced, or removed if it is already set. */
export function judged(nags: readonly number[], nag: number): number[] {
  const others = nags.filter((there) => !isJudgement(there));
  return nags.includes(nag) ? others : [nag, ...others];
}
