// Random numbers from a seed, and random games.

/** Returns a generator of numbers from 0 up to 1 (mulberry32). */
export function random(seed) {
  return () => {
    seed = seed + 0x6d2b79f5 | 0;
    let t = Math.imul(seed ^ seed >>> 15, 1 | seed);
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
    return ((t ^ t >>> 14) >>> 0) / 4294967296;
  };
}

/** Returns a random element of a list. */
export const pick = (next, list) => list[Math.floor(next() * list.length)];

/** Plays random legal actions until the game is over, or at most that many. Returns them. */
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
