// The dialog for sharing: link, FEN and PGN of the current game, and a box for loading
// another game.

import type { GameController } from "../play/index.js";
import { words } from "language/share";
import { errorText } from "../model/index.js";
import { type PageStore, type State } from "../shell/index.js";
import { copyFrom, createDialog, DialogHead, Fragment, h, Icon, save, send, type Child, type Copied, type Dialog } from "../view/index.js";
import type { AddressBar } from "./address.js";
import type { List } from "./import.js";
import { canPack, LONG } from "./link.js";
import { Pictures } from "./picture.js";
import { Loading, type Attempt, type Fault } from "./loading.js";
import { createSnippetDialog } from "./snippet.js";

const MOST_SHOWN = 1_000_000; // characters in the box; a longer text is read but not shown
const SLOW = 250; // milliseconds after which the dialog opens for a text that is still being read
const FILES = ".pgn,.fen,.bcn,.log,.txt,.json,application/x-chess-pgn,text/plain";

type Input = HTMLInputElement | HTMLTextAreaElement;
type What = "link" | "fen" | "pgn";

export class ShareDialog {
  #store: PageStore;
  #controller: GameController;
  #address: AddressBar;
  #loading: Loading;
  #dialog = createDialog("share", () => this.#view(), { closed: () => this.#closed() });
  #snippet: Dialog;
  #pgn = { text: "", revision: -1, players: null as State["players"] | null };
  #copied: Copied | null = null;
  #pictures: Pictures;
  #opening: ReturnType<typeof setTimeout> | undefined; // the timer that opens it
  #isUnseen = false; // true while an attempt that began with a closed dialog has not opened it

  constructor(store: PageStore, controller: GameController, address: AddressBar) {
    this.#store = store;
    this.#controller = controller;
    this.#address = address;
    this.#snippet = createSnippetDialog(store);
    this.#loading = new Loading(store, controller, address, () => this.#close());
    this.#loading.attempt.watch(["text", "error", "fault", "list"], (attempt, old) => old && this.#tell(attempt, old));
    this.#pictures = new Pictures(store, () => this.#dialog.redraw());
    store.watch(["position", "link", "revision", "rules"], () => this.#dialog.redraw());
    store.watch(["record"], () => this.#dialog.close()); // so that the loaded game is visible
  }

  open(): void {
    this.#show();
    void this.#address.update();
  }

  /** Loads a text or a file. Opens the dialog if there is a message or it takes long. */
  take(given: string | File): void {
    // Most games load at once, and the dialog would only flash.
    clearTimeout(this.#opening);
    this.#opening = setTimeout(() => this.#show(), SLOW);
    this.#isUnseen = !this.#dialog.isOpen;
    void this.#loading.take(given);
  }

  #show(): void {
    clearTimeout(this.#opening);
    this.#isUnseen = false;
    if (this.#dialog.isOpen) this.#dialog.redraw();
    else this.#dialog.open();
  }

  #close(): void {
    clearTimeout(this.#opening);
    this.#copied = null;
    this.#pictures.close();
    this.#loading.begin();
    this.#dialog.close();
  }

  /** Ends the attempt shown. The event comes late, so an attempt that has begun since then continues. */
  #closed(): void {
    if (!this.#dialog.isOpen && !this.#isUnseen) this.#close();
  }

  /** Shows an attempt, and focuses the fault or the first new game. */
  #tell({ error, fault, list }: Attempt, old: Attempt): void {
    if (error || list) this.#show();
    else this.#dialog.redraw();
    if (list && list !== old.list) {
      const items = document.querySelectorAll<HTMLElement>("#load-games button");
      if (list.games.length > 0) items[old.list?.games.length ?? 0]?.focus();
    }
    if (fault && fault !== old.fault && !isLong(this.#loading.attempt.state)) select(document.querySelector("#load")!, fault);
  }

  #view(): Child {
    const { position: { fen }, link } = this.#store.state, attempt = this.#loading.attempt.state, { list } = attempt;
    const url = link ? `${location.href.split("#", 1)[0]}#${link.text}` : "";
    const pgn = this.#writePGN();
    const copy = (what: What, text: string) => (
      <Button id={`${what}-copy`} icon={this.#copied?.text !== text ? "copy" : this.#copied.done ? "check" : "close"} title={words.share.copy[what]}
        data-copied={this.#copied?.text === text ? this.#copied.done : undefined} disabled={!text} onclick={() => void this.#copy(what)} />
    );
    return <>
      <DialogHead id="share" title={words.share.title} />
      <Field id="link" value={url} aria-describedby="link-hint">
        {"share" in navigator && <Button id="link-send" icon="share" title={words.share.send} disabled={!link} onclick={() => send(url)} />}
        {copy("link", url)}
        <p id="link-hint" class="hint">{linkHint(url, link)} <button id="share-embed" class="link" onclick={() => this.#snippet.open()}>{words.share.snippet.open}</button></p>
      </Field>
      <p id="copied" class="hidden" role="status">{this.#copied && (this.#copied.done ? words.share.copied : words.share.notCopied)}</p>
      <Field id="fen" value={fen}>{copy("fen", fen)}</Field>
      <Field id="pgn" value={pgn} isLong>
        <Button id="pgn-save" icon="save" title={words.share.save} onclick={() => save(pgn, "ban-chess.pgn")} />
        {copy("pgn", pgn)}
      </Field>
      {this.#pictures.view()}
      <section class="load" aria-labelledby="load-title">
        <h3 id="load-title"><label for="load">{words.share.load}</label></h3>
        <textarea id="load" rows="3" spellcheck="false" autocomplete="off" autocapitalize="off" placeholder={words.share.paste} aria-describedby="load-error load-hint"
          aria-invalid={attempt.error !== "" || undefined} value={isLong(attempt) ? "" : attempt.text}
          oninput={({ currentTarget }) => this.#loading.begin((currentTarget as Input).value)} onkeydown={(event) => this.#loadByEnter(event)} />
        <p id="load-error" class="error" role="alert">{attempt.error}</p>
        <p id="load-hint" class="hint" role="status">{loadHint(attempt)}</p>
        <ol id="load-games" class="games" aria-label={words.share.choose}>{list && <Games list={list} loading={this.#loading} />}</ol>
        <div class="load-buttons">
          <button id="load-open" class="button" onclick={() => document.getElementById("load-file")!.click()}><Icon name="open" /><span>{words.share.open}</span></button>
          <button id="load-go" class="button primary" disabled={attempt.text.trim() === ""} onclick={() => void this.#loading.load()}>{words.share.go}</button>
        </div>
        <input id="load-file" type="file" accept={FILES} hidden onchange={({ currentTarget }) => this.#takeFile(currentTarget as HTMLInputElement)} />
      </section>
    </>;
  }

  /** Returns the PGN. It is cached, because that of a long game takes a moment. */
  #writePGN(): string {
    const { revision, players } = this.#store.state, last = this.#pgn;
    if (!last.text || last.revision !== revision || last.players !== players) this.#pgn = { text: this.#controller.pgn(), revision, players };
    return this.#pgn.text;
  }

  #takeFile(input: HTMLInputElement): void {
    const [file] = input.files ?? [];
    if (file) this.take(file);
    input.value = "";
  }

  /** Loads a single line at Enter. In a longer text, Enter adds a line and Ctrl+Enter loads it. */
  #loadByEnter(event: KeyboardEvent): void {
    const { text } = this.#loading.attempt.state;
    if (event.key !== "Enter" || event.shiftKey || (text.includes("\n") && !event.ctrlKey && !event.metaKey)) return;
    event.preventDefault();
    if (text.trim()) void this.#loading.load();
  }

  async #copy(id: What): Promise<void> {
    this.#copied = null; // so that the same message is spoken again
    this.#dialog.redraw();
    this.#copied = await copyFrom(id);
    this.#dialog.redraw();
  }
}

const isLong = ({ text }: Attempt) => text.length > MOST_SHOWN;

/** A field with a text of the game, which is selected when it is focused. */
function Field({ id, value, isLong, children, ...props }: { id: What; value: string; isLong?: boolean; children?: Child; "aria-describedby"?: string }) {
  const all = { id, value, readonly: true, onfocus: ({ currentTarget }: Event) => (currentTarget as Input).select(), ...props };
  return <div class="field"><label for={id}>{words.share[id]}</label>{isLong ? <textarea rows="3" {...all} /> : <input {...all} />}{children}</div>;
}

const Button = ({ icon, title, ...props }: { id: string; icon: string; title: string; disabled?: boolean; onclick: () => void; "data-copied"?: boolean | undefined }) =>
  <button class="icon-button" title={title} {...props}><Icon name={icon} /><span class="hidden">{title}</span></button>;

/** The games of a PGN, to choose one. */
function Games({ list, loading }: { list: List; loading: Loading }) {
  const { games, errors, more } = list, bad = errors.length;
  const item = (style: string, title: string, about: string, press: () => void) =>
    <li><button type="button" class={style} onclick={press}><b>{title}</b><span>{about}</span></button></li>;
  return <>
    {games.map(({ title, about, index }) => item("game", title, about, () => void loading.pick(index)))}
    {errors[0] && item("game bad", words.share.bad(bad), errorText(errors[0].message, errors[0]), () => loading.showError(list))}
    {more && item("game", words.share.more, words.share.soFar(games.length + bad), () => void loading.more(more))}
  </>;
}

function linkHint(url: string, link: State["link"]): string {
  if (!link) return link === undefined ? "" : canPack() ? words.share.tooLargeForLink : words.share.noLinks;
  const left = link.whole ? "" : ` ${words.share.left}`;
  return (url.length > LONG ? words.share.longLink(url.length) : words.share.opens) + left;
}

function loadHint(attempt: Attempt): string {
  const { error, list } = attempt;
  if (list) return words.share.games(list.games.length, list.more !== null);
  return isLong(attempt) ? error ? words.share.notShown : words.share.readingLong : words.share.hint;
}

/** Selects a fault in a text, and scrolls to it. */
function select(input: HTMLTextAreaElement, { from, to, depth }: Fault): void {
  input.blur(); // some browsers scroll to the selection only when a field is focused
  input.setSelectionRange(from, to);
  input.focus();
  // Not every browser scrolls to the selection. With wrapped lines this is close to it.
  if (depth > 0) input.scrollTop = depth * input.scrollHeight - input.clientHeight / 3;
}
