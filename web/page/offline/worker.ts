// The service worker: it keeps the files of one release, so that the page opens without a
// network. What it promises:
//
// - A release is one cache. It is filled when the worker is installed, and a file counts only if
//   it has the sum that the build has listed. If one cannot be had or stored, nothing is
//   installed, and all stays as it was. A release that comes back may be in use still: its
//   cache is completed, and never emptied.
// - A new release waits until a page says that it may take over, or until no page of the old
//   one is open.
// - Every file but the page itself is named by its content, and only such names are answered
//   here. So whatever a page of one release asks for, it gets files of that release.
// - The cache of another release is deleted when none of its pages is open, which ask for parts
//   until then, and when no release is being installed or waits.
// - A page that came without the worker, as at a first visit, is taken over when it has loaded
//   and if it is of the same release. Before that, it has its files from the network.
// - All else goes to the network, untouched: rooms and their sockets, the health of a server,
//   examples, other addresses, ranges of files.
//
// The build writes a line before this program: the release, and the sums of its files. In a
// site whose files are not named by their content, as one that is being worked on, there is no
// release. Then this removes an installed worker and what it keeps.

export {};

declare const RELEASE: string; // the folder of the release's files
declare const FILES: Readonly<Record<string, string>>; // the files' addresses and sums; "" is the page

/** The part of the scope of a service worker that is used here, which TypeScript's types of a page lack. */
interface Scope {
  readonly location: Location;
  readonly registration: Pick<ServiceWorkerRegistration, "installing" | "waiting" | "unregister">;
  readonly clients: { claim(): Promise<void>; matchAll(options: object): Promise<readonly Client[]> };
  skipWaiting(): Promise<void>;
  addEventListener(type: string, listener: (event: Lasting) => void): void;
}

interface Client {
  readonly url: string;
  readonly frameType: string;
  navigate(url: string): Promise<unknown>;
}

/** An event that lasts as long as a promise, with what the kinds of events have. */
interface Lasting extends Event {
  waitUntil(until: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
  readonly request: Request;
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}

const scope = self as unknown as Scope;
const page = new URL("./", scope.location.href);
const PREFIX = `banchess ${page.pathname} `; // of the caches and locks, which belong to all pages of the host
const CACHE = PREFIX + RELEASE;
const GIVEN = `given to ${PREFIX}`; // the cache for what another program shares with the page
const BY_CONTENT = /^[rw]-[0-9a-f]{12}\//; // the names of files that are named by their content

const on = (type: string, act: (event: Lasting) => Promise<unknown>) => scope.addEventListener(type, (event) => event.waitUntil(act(event)));
const isOurs = (name: string) => name.startsWith(PREFIX);
const openPages = async () => (await scope.clients.matchAll({ type: "window", includeUncontrolled: true })).filter(({ url }) => isPage(new URL(url)));
const isPage = ({ pathname }: URL) => [page.pathname, `${page.pathname}index.html`].includes(pathname);

if (RELEASE) {
  on("install", install);
  on("activate", clean);
  on("message", async ({ data, ports }) => {
    if (data === "release") ports[0]?.postMessage(RELEASE);
    if (data === "take over") await scope.skipWaiting();
    if (data === "opened") { // by a page of this release
      await scope.clients.claim();
      await clean();
    }
  });
  scope.addEventListener("fetch", (event) => {
    const { request } = event, url = new URL(request.url);
    if (url.origin !== page.origin || !url.pathname.startsWith(page.pathname)) return;
    if (request.method === "POST" && isPage(url) && url.search === "?share") return event.respondWith(take(request));
    if (request.method !== "GET" || request.headers.has("range")) return;
    if (isPage(url) && request.mode === "navigate") event.respondWith(answer(request, page.href, CACHE));
    else if (BY_CONTENT.test(url.pathname.slice(page.pathname.length))) event.respondWith(answer(request, url.href));
  });
} else {
  on("install", () => scope.skipWaiting());
  on("activate", async () => {
    for (const name of await caches.keys()) if (isOurs(name)) await caches.delete(name);
    await scope.registration.unregister();
    for (const client of await openPages()) await client.navigate(client.url).catch(() => {});
  });
}

/**
 * Adds to the cache what it lacks: everything, the rest of an installation that was broken off, or
 * nothing. Files that have not changed are taken from another release. The page is put last, and
 * says that the cache is complete.
 */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE), isComplete = await cache.match(page.href);
  try {
    for (const name of [...Object.keys(FILES).filter(Boolean), ""]) {
      const url = new URL(name, page).href;
      if (await cache.match(url, { ignoreVary: true })) continue;
      await cache.put(url, (name && await caches.match(url, { ignoreVary: true })) || await download(url, FILES[name]!));
    }
  } catch (error) {
    if (!isComplete) await caches.delete(CACHE).catch(() => {});
    throw error;
  }
}

/** Downloads a file. The page has just loaded many of them, and the browser may have them still; if that one is old, it is asked for again. */
async function download(url: string, integrity: string): Promise<Response> {
  const response = await fetch(url, { integrity }).catch(() => fetch(url, { integrity, cache: "reload" }));
  if (!response.ok || response.redirected) throw new Error(`${url}: ${response.status}`);
  return response;
}

/**
 * Deletes the other releases, if no page of them is open and none is being installed or waits. Each
 * page holds a lock that names its release when it has loaded. A page in a frame holds none, and
 * does not count.
 */
async function clean(): Promise<void> {
  const others = (await caches.keys()).filter((name) => isOurs(name) && name !== CACHE);
  if (others.length === 0) return;
  const held = ((await navigator.locks?.query())?.held ?? []).map(({ name = "" }) => name).filter(isOurs);
  const pages = (await openPages()).filter(({ frameType }) => frameType !== "nested");
  if (held.some((name) => name !== CACHE) || held.length < pages.length) return;
  const { installing, waiting } = scope.registration;
  if (!installing && !waiting) for (const name of others) await caches.delete(name);
}

/** Answers from a cache, or from any: another release may still be in use. What is not there, because the browser has deleted it, comes from the network. */
async function answer(request: Request, url: string, cacheName?: string): Promise<Response> {
  const kept = await caches.match(url, { ignoreVary: true, ...cacheName && { cacheName } }).catch(() => undefined);
  return kept ?? fetch(request);
}

/** Keeps what another program shares until the page, which is shown then, takes it. */
async function take(request: Request): Promise<Response> {
  try {
    const given = await request.formData(), files = given.getAll("file").filter((file) => file instanceof File && file.size > 0);
    const text = ["url", "text", "title"].map((name) => given.get(name)).find(Boolean) ?? "";
    await (await caches.open(GIVEN)).put(page.href, new Response(files.length > 0 ? new Blob(files.flatMap((file) => [file, "\n\n"])) : text));
  } catch { /* the page says that nothing came */ }
  return Response.redirect(`${page.href}?shared`, 303);
}
