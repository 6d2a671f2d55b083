// Random numbers that are the same every time, and random games made of them.

/** A generator of numbers from 0 up to 1 (mulberry32). */
export function random(seed) {
  return () => {
    seed = seed + 0x6d2b79f5 | 0;
    let t = Math.imul(seed ^ seed >>> 15, 1 | seed);
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
    return ((t ^ t >>> 14) >>> 0) / 4294967296;
  };
}

/** One of a list. */
export const pick = (next, list) => list[Math.floor(next() * list.length)];

/** Plays random legal actions in a game until it is over or has that many; returns them. */
export function playRandomly(game, next, most) {
  const actions = [];
  while (actions.length < most) {
    const legal = game.getLegalActions();
    if (legal.length === 0) break;
    const action = pick(next, legal);
    game.play(action);
    actions.push(action);
  }
  return actions;
}
