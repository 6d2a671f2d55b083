// The releases of the page: the one that is shown, and a newer one that the service worker has
// installed.

import { createStore } from "../view/index.js";
import { BLANK, LOCK, PREFIX, RELEASE, SITE } from "./site.js";

const PERIOD = 3_600_000; // the least time between two searches for a new release, in milliseconds
const PATIENCE = 10_000; // the most time that a release has to take over, in milliseconds
const PAUSE = 1_000; // between two reminders, in milliseconds

export class Releases {
  /** True if a newer release is there. */
  readonly found = createStore({ isNew: false });
  #registration: ServiceWorkerRegistration | null = null;
  #searched = 0;
  #awaited: string | undefined; // the lock of another release, whose pages are open

  /** Installs the service worker. If it cannot be installed, the page works as it did without. */
  async start(): Promise<void> {
    // Nobody else deletes this release while the page holds the lock.
    void navigator.locks?.request(LOCK, { mode: "shared" }, () => new Promise(() => {})).catch(() => {}); // the browser stores nothing here
    const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
    if (connection?.saveData && !navigator.serviceWorker.controller) return;
    navigator.serviceWorker.addEventListener("controllerchange", () => void this.#compare());
    await this.#search();
    // A page that is open for days looks again whenever its user comes back to it.
    const look = () => document.visibilityState === "visible" && Date.now() - this.#searched > PERIOD && void this.#search();
    document.addEventListener("visibilitychange", look);
    for (const type of ["focus", "online"]) addEventListener(type, look);
  }

  /** Loads the page again, in the new release. */
  load(): void {
    const worker = this.#registration?.waiting;
    if (!worker) return location.reload();
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated") location.reload();
      else if (worker.state === "redundant") this.load(); // an even newer one is there
    });
    worker.postMessage("take over");
    setInterval(remind, PAUSE);
    setTimeout(() => location.reload(), PATIENCE);
  }

  /** Searches for a new release. */
  async #search(): Promise<void> {
    this.#searched = Date.now();
    const { serviceWorker } = navigator;
    let isAnswered = false; // by the server
    try {
      const registration = await serviceWorker.register(new URL("sw.js", SITE), { updateViaCache: "none" });
      if (registration !== this.#registration) this.#follow(registration);
      if (registration.active) await registration.update();
      isAnswered = true;
    } catch { // the browser stores nothing here, or there is no network
      this.#searched = 0;
    }
    // A page that was not served by the worker may be newer than what is installed.
    if (isAnswered || serviceWorker.controller) await this.#compare();
  }

  #follow(registration: ServiceWorkerRegistration): void {
    const follow = () => registration.installing?.addEventListener("statechange", () => {
      void this.#compare();
      setTimeout(() => registration.waiting && remind(), PAUSE);
    });
    this.#registration = registration;
    registration.addEventListener("updatefound", follow);
    follow();
  }

  /** Compares this page's release with the newest one that is installed. */
  async #compare(): Promise<void> {
    const { waiting = null, active = null, installing = null } = this.#registration ?? {};
    const worker = waiting ?? active;
    if (!worker || installing && !navigator.serviceWorker.controller) return;
    const release = await releaseOf(worker);
    if (release === RELEASE) worker.postMessage(waiting ? "take over" : "opened");
    if (release === RELEASE && !waiting) void this.#awaitOthers();
    this.found.set({ isNew: release !== RELEASE });
  }

  /** When the last page of another release is closed, lets the worker delete what it keeps of it. */
  async #awaitOthers(): Promise<void> {
    const { locks } = navigator, held = (await locks?.query())?.held ?? [];
    const other = held.find(({ name = "" }) => name.startsWith(PREFIX) && name !== LOCK)?.name;
    if (!other || this.#awaited === other) return;
    this.#awaited = other;
    await locks.request(other, () => {});
    this.#awaited = undefined;
    await this.#compare();
  }
}

/**
 * Makes the browser look whether a worker that may take over can do so. Chromium looks when the
 * old worker has stopped, and if that was started again just then, by a request, it looks no more
 * for five minutes, but for a navigation.
 */
function remind(): void {
  const frame = Object.assign(document.createElement("iframe"), { hidden: true, src: BLANK });
  frame.onload = () => frame.remove();
  document.body.append(frame);
}

/** Asks a service worker for its release. */
function releaseOf(worker: ServiceWorker): Promise<string> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((told) => {
    port1.onmessage = ({ data }: MessageEvent<string>) => {
      port1.close();
      told(data);
    };
    worker.postMessage("release", [port2]);
  });
}
