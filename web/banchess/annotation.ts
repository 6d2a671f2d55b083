// What is written about an action, as PGN has it.
import type { Square } from "./action.js";
import type { Score } from "./score.js";

/** What an engine thought of a position, positive where White is better. */
export type Evaluation = Score & {
  /** How deep it looked; left out where that is not known. */
  readonly depth?: number;
};

/** An arrow, or without `to` a circle. */
export interface Drawing {
  /** Its colour. */
  readonly color: "green" | "red" | "yellow" | "blue";
  /** Where it begins, or the square in the circle. */
  readonly from: Square;
  /** Where an arrow ends. */
  readonly to?: Square;
}

/** What is written about an action, or about the start. */
export interface Annotation {
  /** The comment before the first action of a variation, "" for none. On the main line it is written at the end of the comment before it. */
  readonly commentBefore: string;
  /** The comment after the action, "" for none. Line breaks are kept. */
  readonly comment: string;
  /** Numeric annotation glyphs: 1 is "!", 2 "?", 3 "!!", 4 "??", 5 "!?", 6 "?!". */
  readonly nags: readonly number[];
  /** `[%eval]`: what an engine thought of the position, or null. */
  readonly eval: Evaluation | null;
  /** `[%clk]`: milliseconds left to who acted, or null. */
  readonly clock: number | null;
  /** `[%csl]` and `[%cal]`: circles and arrows on the board. */
  readonly drawings: readonly Drawing[];
}

/** An annotation as plain data: what is not there is left out. */
export type AnnotationRecord = { readonly [K in keyof Annotation]?: NonNullable<Annotation[K]> };

/** What is to change in an annotation; null takes it away. */
export type AnnotationChange = { readonly [K in keyof Annotation]?: Annotation[K] | null };

/** A whole annotation of what is known. @internal */
export const annotationOf = ({ commentBefore = "", comment = "", nags = [], eval: evaluation, clock, drawings = [] }: AnnotationRecord): Annotation =>
  ({ commentBefore, comment, nags, eval: evaluation ?? null, clock: clock ?? null, drawings });

/** An annotation without what is not there; null if nothing is. @internal */
export function recordOf({ commentBefore, comment, nags, eval: evaluation, clock, drawings }: Annotation): AnnotationRecord | null {
  const record: AnnotationRecord = {
    ...commentBefore && { commentBefore }, ...comment && { comment }, ...nags.length > 0 && { nags }, ...evaluation && { eval: evaluation },
    ...clock !== null && { clock }, ...drawings.length > 0 && { drawings },
  };
  return Object.keys(record).length ? record : null;
}
