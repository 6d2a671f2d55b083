// The strength levels, as they are named and as they were measured.

/** What is known of a strength level. */
export interface Level {
  /** What it is like, in a word or two. */
  readonly name: string;
  /** Its share of the points against the next level, from 0 to 1; left out for the last. */
  readonly againstNext?: number;
}

/** The levels, the first of them level 1. Whoever changes a level measures it again, with `go run ./scripts lab ladder`. */
export const LEVEL_TABLE: readonly Level[] = [
  { name: "Beginner", againstNext: 0.205 },
  { name: "Beginner", againstNext: 0.245 },
  { name: "Novice", againstNext: 0.35 },
  { name: "Novice", againstNext: 0.345 },
  { name: "Casual", againstNext: 0.26 },
  { name: "Casual", againstNext: 0.245 },
  { name: "Casual", againstNext: 0.21 },
  { name: "Improving", againstNext: 0.205 },
  { name: "Improving", againstNext: 0.225 },
  { name: "Improving", againstNext: 0.215 },
  { name: "Club player", againstNext: 0.255 },
  { name: "Club player", againstNext: 0.23 },
  { name: "Club player", againstNext: 0.275 },
  { name: "Club player", againstNext: 0.215 },
  { name: "Expert", againstNext: 0.31 },
  { name: "Expert", againstNext: 0.265 },
  { name: "Expert", againstNext: 0.33 },
  { name: "Master", againstNext: 0.255 },
  { name: "Master", againstNext: 0.325 },
  { name: "Master", againstNext: 0.255 },
  { name: "Full strength" },
];
