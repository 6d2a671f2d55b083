// The box in the panel for a game in a room: the invitation, who is there, the links
// for watchers and for another device of the user, and the offer of another game.

import type { Player } from "../../banchess/banchess.js";
import { writeRoomLink } from "../../banchess/room.js";
import { words } from "language/together";
import { other, type Begun } from "../model/index.js";
import { Fragment, h, type Child } from "../view/index.js";
import { linkTo, type Rooms, type Seen } from "./rooms.js";

const { together } = words;

/** The links that the user can have shown. */
export type Shared = "watch" | "own" | null;

interface Props {
  readonly begun: Begun;
  readonly own: Player | null;
  readonly isOver: boolean;
  readonly offer: Child; // the offer that is open
  readonly seen: Seen;
  readonly rooms: Rooms;
  readonly shared: Shared;
  readonly share: (what: Shared) => void;
  readonly linkRow: (url: string) => Child;
}

export function RoomBox({ begun, own, isOver, offer, seen, rooms, shared, share, linkRow }: Props) {
  const { state, error, opponent } = seen, { id: room, room: { secret, invitation } = {} } = begun;
  const link = (keys: { secret?: string; invitation?: string }) => writeRoomLink({ base: linkTo(""), room, ...keys });
  if (state === "failed") {
    return (
      <>
        <p class="error" role="alert">{error}</p>
        <div class="buttons"><button id="room-again" class="button primary" onclick={() => rooms.again()}>{together.connectAgain}</button></div>
      </>
    );
  }
  if (state === "joined" && opponent === "open" && own && invitation && !isOver) {
    return (
      <>
        <p id="together-text" role="status">{together.inviteToRoom(other(own))}</p>
        {linkRow(link({ invitation }))}
      </>
    );
  }
  const button = (what: "watch" | "own", text: string) => <button id={`room-${what}`} class="link" aria-expanded={shared === what} onclick={() => share(shared === what ? null : what)}>{text}</button>;
  const text = textOf(seen, own, isOver);
  return (
    <>
      {offer && text !== together.inRoom && <p id="room-state" role="status">{text}</p>}
      {offer || <p id="together-text" role="status" class={text === together.inRoom ? "quiet" : undefined}>{text}</p>}
      {isOver && (seen.next ? <div class="buttons"><button id="room-next" class="button primary" onclick={() => rooms.rematch()}>{together.toRematch}</button></div>
        : own && <Rematch by={seen.rematch} own={own} answer={(agrees) => (agrees ? rooms.rematch() : rooms.decline())} />)}
      <p class="room">
        <span id="room-watchers">{together.watchers(seen.watchers)}</span>
        <span class="links">{button("watch", together.watchLink)}{secret && button("own", together.ownSeatLink)}</span>
      </p>
      {shared && <>
        <p class="hint">{shared === "watch" ? together.watchHow : together.ownSeatHow}</p>
        {linkRow(link(shared === "own" && secret ? { secret } : {}))}
      </>}
    </>
  );
}

/** The buttons to offer another game, or to answer the offer of one. */
export function Rematch({ by, own, answer }: { by: Player | null; own: Player; answer: (agrees: boolean) => void }) {
  if (by === own) return null;
  return (
    <div class="buttons">
      {by && <button id="rematch-decline" class="button" onclick={() => answer(false)}>{together.decline}</button>}
      <button id="rematch-agree" class="button primary" onclick={() => answer(true)}>{by ? together.agreeRematch : together.playRematch}</button>
    </div>
  );
}

/** Returns what is said of the offer of another game; "" if there is none. */
export const rematchText = (by: Player | null, own: Player | null): string => (by === null ? "" : by === own ? together.rematchAsked : together.asksRematch);

function textOf({ state, opponent, isPaused, rematch, next }: Seen, own: Player | null, isOver: boolean): string {
  if (state === "joining") return together.joining;
  if (state === "lost") return together.reconnecting;
  if (own === null) return isOver && next ? together.rematchBegun : together.watching;
  if (isOver) return next ? together.rematchBegun : rematchText(rematch, own) || together.inRoom;
  if (isPaused) return together.clocksStand;
  return opponent === "away" ? together.isAway : opponent === "open" ? together.isOpen : together.inRoom;
}
