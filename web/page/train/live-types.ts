// The state of a live race, and of its view.

/** Somebody who takes part; the counts are there if that one is in the last heat. */
export interface Racer {
  readonly racer: number;
  readonly name?: string;
  readonly here: boolean;
  readonly place?: number;
  readonly solved?: number;
  readonly wrong?: number;
  readonly combo?: number;
  readonly done?: boolean;
}

/** The state of a race. game/room/schema.json describes it. */
export interface Told {
  readonly message_type: string;
  readonly phase: "lobby" | "running" | "over";
  readonly heat: number;
  readonly race?: string;
  readonly begins_ms?: number;
  readonly ends_ms?: number;
  readonly racers: readonly Racer[];
  readonly racer?: number;
  readonly kept_days?: number; // in the answers that say whose racer is
}

export interface LiveState {
  readonly told: Told | null; // null before the race is joined
  readonly own: number; // the seat, or 0
  readonly link: string;
  readonly isConnected: boolean;
  readonly count: number; // seconds until the first puzzle, in a countdown
  readonly error: string; // why there is no race
  readonly said: string; // why something was refused
  readonly name: string; // "" for none
  readonly isOffer: boolean; // a race is opened by a press
  readonly isCopied: boolean | null; // whether the link was copied; null before
}
