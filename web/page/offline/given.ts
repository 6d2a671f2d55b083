// Takes what other programs give to the installed page: a shared text or file, which the service
// worker has kept, and files that were opened with it.

import { words } from "language/small";
import type { PageStore } from "../shell/index.js";
import { SITE, SHARED } from "./site.js";

/** The files that an installed page is started with, which TypeScript does not know yet. */
interface LaunchQueue {
  setConsumer(take: (launched: { readonly files?: readonly { getFile(): Promise<File> }[] }) => void): void;
}

/** Loads what was given, once. */
export function takeGiven(store: PageStore, load: (given: string | File) => void): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files = [] }) => {
    if (files.length > 0) void Promise.all(files.map((file) => file.getFile())).then((opened) => load(joined(opened)), () => tellNothing(store));
  });
  if (location.search === "?shared") void takeShared(store, load);
}

/** Returns a file, or one with the games of several files, which the page lists then. */
const joined = (files: readonly File[]) => (files.length === 1 ? files[0]! : new File(files.flatMap((file) => [file, "\n\n"]), "PGN"));

async function takeShared(store: PageStore, load: (given: string | File) => void): Promise<void> {
  history.replaceState(history.state, "", location.pathname + location.hash);
  try {
    const kept = await (await caches.open(SHARED)).match(SITE.href);
    await caches.delete(SHARED);
    const given = await kept!.blob();
    if (given.size === 0) throw new Error("nothing was shared");
    load(linkIn(await given.text()) ?? new File([given], "PGN"));
  } catch {
    tellNothing(store);
  }
}

/** Returns the link in a message, which is not a game itself. Any other site may give a long one: the bound of the part before the # keeps the search short. */
const linkIn = (text: string) => (/^\s*\[|[{}]/.test(text) ? undefined : /\bhttps?:\/\/[^\s#]{1,300}#\S*[\w-]/.exec(text)?.[0]);

const tellNothing = (store: PageStore) => store.set({ notice: { kind: "error", text: words.offline.nothingCame } });
