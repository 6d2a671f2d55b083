// The box in the panel: the link to send when the other player is to act, and the offers to
// answer.

import type { Player } from "../../banchess/banchess.js";
import { words } from "language/together";
import { canPack } from "../share/index.js";
import { nodeName, other } from "../model/index.js";
import { type PageStore } from "../shell/index.js";
import { copyFrom, draw, Fragment, h, Icon, refocus, send, type Child, type Copied } from "../view/index.js";
import { OPEN, type Live } from "./live.js";
import type { Log } from "./log.js";
import type { Remote, Shown } from "./remote.js";
import { Rematch, rematchText, RoomBox, type Shared } from "./roombox.js";
import type { Rooms } from "./rooms.js";

const { together } = words;

/** Says that a link to this computer is of no use elsewhere. */
export const OnlyHere = () => /^(.*\.)?localhost$|^127\.|^\[::1\]$/.test(location.hostname) && <p class="hint">{together.onlyHere(location.host)}</p>;

/** Draws the box in an element. */
export function showBox(box: HTMLElement, store: PageStore, remote: Remote, live: Live, rooms: Rooms, connect: () => void): void {
  let copied: Copied | null = null, shared: Shared = null;

  function redraw(): void {
    const { settings, place, aside } = store.state, { log } = remote.shown.state;
    const content = log && settings.mode === "play" && place === null && !aside ? contentOf(log, remote.shown.state) : null;
    const link = () => document.getElementById("together-link"), hadLink = link() !== null;
    const isNew = box.hidden && content !== null, hadFocus = box.contains(document.activeElement);
    box.hidden = content === null;
    box.dataset["live"] = String(store.state.live);
    draw(box, content);
    if (hadFocus) refocus();
    if (isNew || !hadLink && link()) box.scrollIntoView({ block: "nearest" }); // on a small phone it is below the board
  }

  async function copy(): Promise<void> {
    copied = await copyFrom("together-link");
    redraw();
  }

  /** The state of the connection, if there is something to say about it. */
  function connection(log: Log): Child {
    const { state, isAnswer, error } = live.way.state, { live: isLive, begun } = store.state;
    if (isLive || !begun?.live || log.turn === null) return null;
    if (begun.isGuest) return <p id="together-connection" role="status">{together.otherTab}</p>;
    const isOpen = state === "making" || OPEN.includes(state), isNew = log.entries.length === 0;
    const text = isOpen ? (isAnswer ? together.isWaiting : together.isInviting) : state === "lost" ? together.lost : state === "gone" ? together.gone : state === "elsewhere" ? together.elsewhere : isNew ? together.notInvited : together.notConnected;
    return (
      <>
        {!isOpen && error && <p class="error" role="alert">{error}</p>}
        <p id="together-connection" role="status">{text}</p>
        <div class="buttons"><button id="together-connect" class="button primary" onclick={connect}>{isOpen ? together.showCode : together.newCode}</button></div>
      </>
    );
  }

  /** The offer that is open, if there is something to say about it. */
  function offerOf({ turn, offer }: Log, own: Player | null): Child {
    const answer = (agrees: boolean) => () => {
      remote.answer(agrees);
      refocus();
    };
    const button = (id: string, text: string, agrees: boolean) => <button id={id} class={agrees ? "button primary" : "button"} onclick={answer(agrees)}>{text}</button>;
    if (!own || !offer) return null;
    const isAtOnce = store.state.live || !!store.state.begun?.room;
    if (offer.by === own) return isAtOnce || turn === own ? <p role="status">{isAtOnce ? together.offerSent : together.drawGoesAlong}</p> : null;
    if (turn !== own && (offer.back || !isAtOnce)) return null; // a draw can be answered at once where the two are connected
    return (
      <>
        <p id="together-text" role="status">{offer.back ? together.asksBack(takenBack(store, remote.shown.state.log!, offer.back), offer.back > 1) : together.offersDraw}</p>
        <div class="buttons">{button("together-decline", together.decline, false)}{button("together-agree", offer.back ? together.agree : together.agreeDraw, true)}</div>
      </>
    );
  }

  /** The offer of another game to a player who is connected. */
  function rematch(own: Player): Child {
    const offers = live.rematch.state, by = offers.theirs ? other(own) : offers.own ? own : null, text = rematchText(by, own);
    return (
      <>
        {text && <p id="together-text" role="status">{text}</p>}
        <Rematch by={by} own={own} answer={(agrees) => (agrees ? live.offerRematch() : live.declineRematch())} />
      </>
    );
  }

  /** A link to send, with the buttons to do so. */
  function linkRow(url: string): Child {
    const isCopied = copied?.text === url && copied.done;
    return (
      <>
        <div class="buttons">
          <input id="together-link" readonly value={url} aria-label={together.link} onfocus={({ currentTarget }) => (currentTarget as HTMLInputElement).select()} />
          <button id="together-copy" class="button primary" disabled={!url} data-copied={isCopied} onclick={() => void copy()}>
            <Icon name={isCopied ? "check" : "copy"} /><span>{isCopied ? together.isCopied : together.copy}</span>
          </button>
          {"share" in navigator && <button id="together-send" class="button" disabled={!url} onclick={() => send(url)}><Icon name="share" /><span>{together.send}</span></button>}
        </div>
        <OnlyHere />
        <p id="together-copied" class={isCopied ? "hidden" : "hint"} role="status">{copied?.text === url && (isCopied ? together.copied : together.notCopied)}</p>
      </>
    );
  }

  function contentOf(log: Log, { own, link, tellsEnd }: Shown): Child {
    const { live: isLive, begun } = store.state, { turn } = log, offer = offerOf(log, own);
    if (begun?.room) {
      const share = (what: Shared) => {
        shared = what;
        redraw();
        box.scrollIntoView({ block: "nearest" });
      };
      return <RoomBox begun={begun} own={own} isOver={turn === null} offer={offer} seen={rooms.seen.state} rooms={rooms} shared={shared} share={share} linkRow={linkRow} />;
    }
    if (own === null) return <p id="together-text" role="status">{together.watching}</p>;
    if (offer) return offer;
    if (isLive && turn === null) return rematch(own);
    if (begun?.live && turn === null && ["lost", "gone"].includes(live.way.state.state)) return <p id="together-text" role="status">{together.left}</p>;
    const isNew = log.entries.length === 0, way = connection(log);
    if (isLive || turn === own || turn === null && log.players.at(-1) !== own) return way ?? (turn === own && !isLive && !log.players.includes(own) ? <p id="together-text" role="status">{together.first}</p> : null);
    if (way && (isNew || live.way.state.state === "elsewhere")) return way;
    if (link === null) return <p class="error" role="alert">{canPack() ? together.tooLong : words.share.linkErrors.old_browser}</p>;
    return (
      <>
        {way}
        <p id="together-text" role="status">{way && !log.offer ? together.orByLink : begun?.live && turn === null ? together.overOrNot : textOf(log, own)}</p>
        {tellsEnd && <p class="hint">{together.tellsEnd}</p>}
        {linkRow(link ? `${location.href.split("#", 1)[0]}#${link}` : "")}
      </>
    );
  }

  store.watch(["settings", "place", "aside", "live", "begun"], redraw);
  live.way.watch(["state", "error"], redraw);
  live.rematch.watch(["own", "theirs"], redraw);
  rooms.seen.watch(["state", "opponent", "isPaused", "watchers", "rematch", "next"], redraw);
  remote.shown.watch(["log", "text", "own", "link"], redraw);
}

/** Returns the name of the first of the actions to take back. */
function takenBack({ state: { record } }: PageStore, log: Log, back: number): string {
  return nodeName(record.find(log.line()).line().at(-back)!);
}

function textOf({ turn, offer, players }: Log, own: Player): string {
  if (turn === null) return together.over;
  if (!players.includes(other(own))) return together.invite(other(own), players.length > 0);
  return offer?.by === own ? (offer.back ? together.askedBack : together.offeredDraw) : together.done;
}
