// Other tabs with the same game. Each tab has its own copy of the game, and the one that
// is saved last is kept, so the user is told.

import { words } from "language/first";
import type { PageStore } from "./state.js";

interface Message {
  readonly kind: "opened" | "here" | "acted";
  readonly game: string;
}

/** Opens a channel to the other tabs. Returns null if the browser has none, or refuses it, as Firefox does where it stores nothing. */
export function channelOf(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

export function watchTabs(store: PageStore): void {
  const channel = channelOf("banchess");
  if (!channel) return;
  const shown = () => {
    const { aside, begun } = store.state;
    return aside || begun?.log !== undefined ? undefined : begun?.id; // a game with somebody elsewhere goes on in all tabs
  };
  const say = (kind: Message["kind"]) => {
    const game = shown();
    if (game) channel.postMessage({ kind, game } satisfies Message);
  };
  let told: string | null = null; // the game that the user was told about
  channel.onmessage = ({ data: { kind, game } }: MessageEvent<Message>) => {
    if (game !== shown()) return;
    if (kind === "opened") say("here");
    else if (told !== game) {
      told = game;
      store.set({ notice: { kind: "info", text: words.shell.otherTab } });
    }
  };
  store.watch(["revision", "begun"], ({ begun }, old) => say(old && begun?.id === old.begun?.id ? "acted" : "opened"));
}
