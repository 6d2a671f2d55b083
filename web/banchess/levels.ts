// The strength levels, as they are named and as far as they were measured.

/** What is known of a strength level. */
export interface Level {
  /** What it is like, in a word or two. */
  readonly name: string;
  /** Its share of the points against the next level, from 0 to 1; left out where that was not measured, and for the last. */
  readonly againstNext?: number;
}

/** The levels, the first of them level 1. Whoever changes a level measures it again, with `go run ./scripts match`. */
export const LEVEL_TABLE: readonly Level[] = [
  { name: "Beginner" },
  { name: "Novice" },
  { name: "Casual" },
  { name: "Improving" },
  { name: "Club player" },
  { name: "Strong club player" },
  { name: "Expert" },
  { name: "Full strength" },
];
