// Annotations of an action, as in PGN.
import type { Square } from "../game/action.js";
import type { Score } from "../game/score.js";

/** An engine's evaluation of a position, positive if White is better. */
export type Evaluation = Score & {
  /** The search depth in moves; absent if unknown. */
  readonly depth?: number;
};

/** An arrow, or a circle if `to` is absent. */
export interface Drawing {
  /** The colour. */
  readonly color: "green" | "red" | "yellow" | "blue";
  /** The square where the arrow begins, or the square in the circle. */
  readonly from: Square;
  /** The square where the arrow ends. */
  readonly to?: Square;
}

/** The annotation of an action or of the start position. */
export interface Annotation {
  /** The comment before the first action of a variation, or "". On the main line it is written at the end of the preceding comment. */
  readonly commentBefore: string;
  /** The comment after the action, or "". Line breaks are kept. */
  readonly comment: string;
  /** Numeric annotation glyphs: 1 is "!", 2 "?", 3 "!!", 4 "??", 5 "!?", 6 "?!". */
  readonly nags: readonly number[];
  /** `[%eval]`: an engine's evaluation of the position, or null. */
  readonly eval: Evaluation | null;
  /** `[%clk]`: the milliseconds left to the player who acted, or null. */
  readonly clock: number | null;
  /** `[%csl]` and `[%cal]`: circles and arrows on the board. */
  readonly drawings: readonly Drawing[];
}

/** An annotation as plain data. Empty fields are absent. */
export type AnnotationRecord = { readonly [K in keyof Annotation]?: NonNullable<Annotation[K]> };

/** The changes to an annotation. A field that is absent stays as it is; null removes it. */
export type AnnotationChange = { readonly [K in keyof Annotation]?: Annotation[K] | null };

/** Returns a full annotation from the fields that are given. @internal */
export const annotationOf = ({ commentBefore = "", comment = "", nags = [], eval: evaluation, clock, drawings = [] }: AnnotationRecord): Annotation =>
  ({ commentBefore, comment, nags, eval: evaluation ?? null, clock: clock ?? null, drawings });

/** Returns an annotation without its empty fields, or null if all are empty. @internal */
export function recordOf({ commentBefore, comment, nags, eval: evaluation, clock, drawings }: Annotation): AnnotationRecord | null {
  const record: AnnotationRecord = {
    ...commentBefore && { commentBefore }, ...comment && { comment }, ...nags.length > 0 && { nags }, ...evaluation && { eval: evaluation },
    ...clock !== null && { clock }, ...drawings.length > 0 && { drawings },
  };
  return Object.keys(record).length ? record : null;
}
