/** Returns the bytes of a file: address in Node, and null for any other. @internal */
export async function readLocal(url: URL): Promise<Uint8Array<ArrayBuffer> | null> {
  if (url.protocol !== "file:" || !globalThis.process?.versions?.node) return null;
  const { readFile } = await importFromNode("node:fs/promises") as typeof import("node:fs/promises");
  return readFile(url);
}

/** Imports a module of Node's. No bundler sees its name: a constant in its place would be inlined by the minifier. @internal */
export const importFromNode = (name: string): Promise<unknown> => import(/* @vite-ignore */ /* webpackIgnore: true */ name);
