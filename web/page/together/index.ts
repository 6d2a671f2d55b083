// Together: games with a friend elsewhere. The page loads this when such a game is on the board
// or a link of one is opened.

import type { BanChessBoard } from "../../banchess/board.js";
import { words } from "language/together";
import type { GameController } from "../play/index.js";
import { LinkError, openLink } from "../share/index.js";
import type { PageStore } from "../shell/index.js";
import { showBox } from "./box.js";
import { runClocks } from "./clocks.js";
import { gameLinkIn } from "./code.js";
import { createConnect } from "./connect.js";
import { Live } from "./live.js";
import { showQuestions } from "./question.js";
import { Remote } from "./remote.js";
import { Rooms } from "./rooms.js";

/** Shows the game with somebody elsewhere in an element of the panel. */
export function createTogether(store: PageStore, controller: GameController, board: BanChessBoard, place: HTMLElement) {
  const remote = new Remote(store, controller);
  runClocks(store, remote);
  const live = new Live(store, remote), rooms = new Rooms(store, remote), connect = createConnect(store, live, board);
  showBox(place, store, remote, live, rooms, connect);
  showQuestions(remote);

  /** Opens a link of a game or of a room, or a code, in whatever it came. Rejects with a LinkError. */
  async function open(given: string): Promise<void> {
    const link = gameLinkIn(given), text = (link || given).replace(/[^\w-]+$/, ""); // chats add a full stop
    const [, address] = /(\w+:\/\/[^\s#]+)#room=/.exec(given) ?? [];
    // Its keys are for that site's server alone.
    if (address && !`${address}/`.startsWith(`${location.origin}/`)) throw new LinkError("other_site", words.together.otherSite);
    if (link.startsWith("1")) openLink(text); // a whole game
    else await (link.startsWith("room") ? rooms : link ? remote : live).open(text);
  }

  return {
    open,
    offer: (what: "draw" | "takeBack") => remote.offer(what),
    mayLeave: () => live.mayLeave(),
    /** Invites a friend to the game on the board by code. */
    invite: async () => connect(),
  };
}
