// The exact tables of endings, which the engine's worker loads when a position needs them.
import type { Instance } from "./instance.js";
import { readLocal } from "./node.js";

const MAX_MEN = 4; // of a table

/**
 * Loads the tables by which the engine knows a position and all that follow it, from a folder
 * whose address ends with a slash. Those that cannot be had stay away: the engine searches then.
 *
 * @internal
 */
export async function loadTables(instance: Instance, fen: string, folder: string): Promise<void> {
  if (fen.split(" ", 1)[0]!.replace(/[^a-z]/gi, "").length > MAX_MEN) return;
  const names = instance.ask<string[]>("missingTables", fen);
  if (names.length === 0) return;
  const files = await Promise.all(names.map((name) => read(new URL(`${name}.table`, folder)).catch(() => null)));
  for (const file of files) if (file) instance.ask("addTable", file);
  instance.ask("missingTables", fen); // which unpacks what was loaded
}

async function read(url: URL): Promise<Uint8Array | null> {
  const bytes = await readLocal(url);
  if (bytes) return bytes;
  const response = await fetch(url);
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
}
