// The dialog in which two browsers are connected: the code of this side, and what the other
// side has to do with it.

import type { BanChessBoard } from "../../banchess/board.js";
import { words } from "language/together";
import { other } from "../model/index.js";
import { openLink } from "../share/index.js";
import type { PageStore } from "../shell/index.js";
import { copyFrom, createDialog, DialogHead, Fragment, h, Icon, send, type Child, type Copied } from "../view/index.js";
import { OnlyHere } from "./box.js";
import { gameLinkIn } from "./code.js";
import { OPEN, type Live, type Way } from "./live.js";

const { together } = words;
const IDLE: readonly Way["state"][] = ["off", "lost", "gone", "elsewhere"]; // there is no code
const MARGIN = 4; // modules around a QR code

/** Shows the dialog whenever there is something to do in it. Returns a function that opens it, with an invitation if there is no code yet. */
export function createConnect(store: PageStore, live: Live, board: BanChessBoard): () => void {
  let answer = "", copied: Copied | null = null, drawn: { readonly url: string; readonly rows: readonly string[] } | null = null;
  const dialog = createDialog("connect", view, { closed: () => { if (!dialog.isOpen && live.way.state.state === "failed") live.cancel(); } });

  live.way.watch(["state", "code", "error", "isLate"], ({ state }, old) => {
    if (IDLE.includes(state)) dialog.close();
    else if (old && state !== old.state && (state === "making" || state === "failed")) open();
    else dialog.redraw();
  });

  function open(): void {
    answer = "";
    copied = null;
    dialog.open();
  }

  function qrOf(url: string): readonly string[] {
    if (drawn?.url !== url) drawn = { url, rows: rowsOf(board, url) };
    return drawn.rows;
  }

  async function copy(id: string): Promise<void> {
    copied = await copyFrom(id);
    dialog.redraw();
  }

  /** Goes on with what was entered in place of an answer. */
  function goOn(): void {
    if (live.way.state.next === "answerThis") return void live.accept(answer, true);
    openLink(gameLinkIn(answer));
    dialog.close();
  }

  function view(): Child {
    const { state, code, seat, isAnswer, error, next, isLate, isInstead } = live.way.state, { stun } = store.state.settings;
    const url = code && `${location.href.split("#", 1)[0]}#${code}`, isOpen = OPEN.includes(state);
    return (
      <>
        <DialogHead id="connect" title={isAnswer ? together.answerTitle : together.inviteTitle} />
        {state === "making" && <p role="status">{together.making}</p>}
        {isOpen && <>
          {isInstead && <p>{together.answerInstead}</p>}
          <p>{isAnswer ? together.answerHow(seat) : together.inviteHow(other(seat))}</p>
          <div class="code">
            <QR rows={qrOf(url)} />
            <div>
              {field("connect-link", together.codeLink, together.copy, url)}
              {field("connect-text", together.codeText, together.copyText, code)}
              {"share" in navigator && <button id="connect-send" class="button" onclick={() => send(url)}><Icon name="share" /><span>{together.send}</span></button>}
            </div>
          </div>
          <OnlyHere />
          <p id="connect-copied" class={copied?.done ? "hidden" : "hint"} role="status">{copied && (copied.done ? together.isCopied : together.notCopied)}</p>
        </>}
        {isOpen && !isAnswer && (
          <form method="dialog" onsubmit={(event) => { event.preventDefault(); void live.accept(answer); }}>
            <label for="connect-answer">{together.yourAnswer}</label>
            <div class="answer">
              <input id="connect-answer" value={answer} spellcheck="false" autocomplete="off" autocapitalize="off" aria-describedby="connect-error" aria-invalid={error ? "true" : undefined}
                disabled={state === "connecting"} oninput={({ currentTarget }) => { answer = (currentTarget as HTMLInputElement).value; }} />
              <button id="connect-go" class="button primary" disabled={state === "connecting"}>{state === "connecting" ? together.connecting : together.connect}</button>
            </div>
          </form>
        )}
        <p id="connect-error" class="error" role="alert">{error}</p>
        {isOpen && error && next && <div class="buttons"><button id="connect-next" class="button" onclick={goOn}>{together[next]}</button></div>}
        {isOpen && isAnswer && <p id="connect-wait" role="status">{together.answerWait} {isLate && together.notYet}</p>}
        {isOpen && <p class="hint">{!isAnswer && together.inviteWait} {stun ? together.directBy(stun) : together.direct}</p>}
        {state === "failed" && !isAnswer && <div class="buttons"><button id="connect-new" class="button primary" onclick={() => void live.invite()}>{together.newInvitation}</button></div>}
      </>
    );
  }

  function field(id: string, label: string, title: string, value: string): Child {
    const done = copied?.text === value && copied.done;
    return (
      <div class="field">
        <label for={id}>{label}</label>
        <input id={id} readonly value={value} onfocus={({ currentTarget }) => (currentTarget as HTMLInputElement).select()} />
        <button id={`${id}-copy`} class="icon-button" title={title} data-copied={done} onclick={() => void copy(id)}><Icon name={done ? "check" : "copy"} /><span class="hidden">{title}</span></button>
      </div>
    );
  }

  return () => {
    const { state } = live.way.state;
    if (IDLE.includes(state)) void live.invite();
    else open();
  };
}

/** Returns the rows of the QR code of a text; none if the board's program does not run. */
function rowsOf(board: BanChessBoard, text: string): string[] {
  const { banchess } = (board.frameWindow ?? {}) as { banchess?: { qr(text: string): string[] | { readonly error: string } } };
  try {
    const rows = banchess?.qr(text);
    return Array.isArray(rows) ? rows : [];
  } catch {
    return []; // the program has crashed
  }
}

/** A QR code, dark on light in every colour scheme: not every camera reads it the other way round. */
function QR({ rows }: { rows: readonly string[] }) {
  const size = rows.length + 2 * MARGIN;
  const path = rows.map((row, y) => [...row.matchAll(/#+/g)].map(({ index, 0: { length } }) => `M${index + MARGIN} ${y + MARGIN}h${length}v1h-${length}z`).join("")).join("");
  return <svg id="connect-qr" role="img" aria-label={together.qr} viewBox={`0 0 ${size} ${size}`} hidden={rows.length === 0}><path d={path} /></svg>;
}
