// The two peers of web/examples/sync.mjs with random disturbances: every game ends in
// agreement, whichever side is behind, ahead or in another position.
import { loadPeers, playDisturbed, silently } from "../peers.mjs";

const GAMES = 100; // of a round

/** Returns the part. */
export async function sync() {
  const peers = await loadPeers(), seen = new Map();
  return {
    name: "sync", unit: "games",
    async round(next) {
      for (let i = 0; i < GAMES; i++) {
        const { what } = silently(() => playDisturbed(peers, next));
        for (const one of what) seen.set(one, (seen.get(one) ?? 0) + 1);
      }
      return GAMES;
    },
    enough: 5,
    missing: () => ["connection lost", ...["host", "guest"].flatMap((side) => ["forgets", "begins anew", "has other pieces", "has no past", "is ahead"].map((how) => `${side} ${how}`))].filter((one) => !seen.has(one)),
    said: () => [...seen].map(([one, times]) => `${one} ${times} times`).join(", "),
  };
}
