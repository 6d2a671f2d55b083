// The strength levels: their names and their measured strength.

/** A strength level. */
export interface Level {
  /** A description of one or two words. */
  readonly name: string;
  /** Its share of the points against the next level, from 0 to 1; absent for the last level. */
  readonly againstNext?: number;
}

/** The levels, beginning with level 1. After a change of a level, measure again with `go run ./scripts lab ladder`. */
export const LEVEL_TABLE: readonly Level[] = [
  { name: "Beginner", againstNext: 0.205 },
  { name: "Beginner", againstNext: 0.33 },
  { name: "Novice", againstNext: 0.22 },
  { name: "Novice", againstNext: 0.32 },
  { name: "Casual", againstNext: 0.28 },
  { name: "Casual", againstNext: 0.25 },
  { name: "Casual", againstNext: 0.255 },
  { name: "Improving", againstNext: 0.2 },
  { name: "Improving", againstNext: 0.22 },
  { name: "Improving", againstNext: 0.205 },
  { name: "Club player", againstNext: 0.215 },
  { name: "Club player", againstNext: 0.26 },
  { name: "Club player", againstNext: 0.205 },
  { name: "Club player", againstNext: 0.275 },
  { name: "Expert", againstNext: 0.26 },
  { name: "Expert", againstNext: 0.312 },
  { name: "Expert", againstNext: 0.3 },
  { name: "Master", againstNext: 0.34 },
  { name: "Master", againstNext: 0.32 },
  { name: "Master", againstNext: 0.31 },
  { name: "Full strength" },
];
