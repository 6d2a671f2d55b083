// The list of the games, in a dialog.

import type { GameController } from "../play/index.js";
import type { BanChessError } from "../../banchess/banchess.js";
import { GameTree } from "../../banchess/tree.js";
import { words } from "language/games";
import { readGames } from "../share/index.js";
import { errorText, trouble, type Begun } from "../model/index.js";
import { BanFigure, leftFrom, updateSettings, whyUnstored, type Left, type PageStore, type Settings } from "../shell/index.js";
import { createDialog, DialogHead, Fragment, h, Icon, save, textOf, type Child } from "../view/index.js";
import { add, entries, gameOf, remove, type Kept } from "./database.js";
import { aboutOf, banIn, entryOf, fromPGN, isFound, resultOf, sideOf, titleOf, type Entry } from "./entry.js";
import type { Keeper } from "./keeper.js";
import { dueToday } from "./mistakes.js";
import { pgnOf } from "./moving.js";

const STEP = 50; // the number of rows that are drawn at once
const BATCH = 100; // the number of games that an import writes at once

type Mode = Settings["mode"];

export class GamesDialog {
  #store: PageStore;
  #controller: GameController;
  #keeper: Keeper;
  #mayLeave: () => Promise<boolean>;
  #dialog = createDialog("games", () => this.#view(), { closed: () => this.#reset() });
  #entries: readonly Entry[] | null = null; // the newest first; null before they are read
  #search = "";
  #shown = STEP;
  #said = "";
  #trouble = "";
  #due = 0; // the number of mistakes that are due
  #deleted: Kept[] = []; // since the dialog was opened, the last one last
  #isBusy = false; // true while games are imported or exported

  constructor(store: PageStore, controller: GameController, keeper: Keeper, mayLeave: () => Promise<boolean>) {
    this.#store = store;
    this.#controller = controller;
    this.#keeper = keeper;
    this.#mayLeave = mayLeave;
    store.watch(["rules"], () => this.#dialog.redraw());
  }

  async open(): Promise<void> {
    this.#entries = null; // a game could be deleted from an old list while the new one is read
    this.#dialog.open();
    await this.#keeper.settle();
    await this.#read();
  }

  #reset(): void {
    [this.#search, this.#shown, this.#said, this.#deleted] = ["", STEP, "", []];
  }

  #say(text: string): void {
    this.#said = text;
    this.#dialog.redraw();
  }

  /** Does something with the database. If that fails, says why and returns null. */
  async #try<T>(act: () => Promise<T>): Promise<T | null> {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      this.#trouble = whyUnstored(error);
      this.#say("");
      return null;
    }
  }

  async #read(): Promise<void> {
    this.#trouble = this.#store.state.unlisted;
    this.#entries = (await this.#try(entries))?.reverse() ?? this.#entries ?? [];
    this.#due = await this.#try(dueToday) ?? 0;
    this.#dialog.redraw();
  }

  #view(): Child {
    const { games } = words, all = this.#entries ?? [], found = this.#search ? all.filter((entry) => isFound(entry, this.#search)) : all;
    const isOff = this.#isBusy || !this.#entries || !this.#store.state.rules;
    return <>
      <DialogHead id="games" title={games.title} />
      <input
        id="games-search" type="search" hidden={this.#entries?.length === 0} aria-label={games.search} placeholder={games.search} value={this.#search} autocomplete="off" spellcheck="false"
        oninput={({ currentTarget }) => this.#find((currentTarget as HTMLInputElement).value)}
      />
      <p id="games-trouble" class="error" role="alert" hidden={!this.#trouble}>{this.#trouble && games.unkept(this.#trouble)}</p>
      <p class="hint">
        <span id="games-said" role="status">{this.#said || (this.#entries && (all.length > 0 ? games.found(found.length) : !this.#trouble && games.none))}</span>{" "}
        <button id="games-undo" class="link" hidden={this.#deleted.length === 0} onclick={() => void this.#undo()}>{words.shell.undo}</button>
      </p>
      <p class="hint" hidden={this.#due === 0}><button id="games-mistakes" class="link" onclick={() => this.#learn()}>{games.mistakes(this.#due)}</button></p>
      <ol id="games-list" class="games" aria-label={games.title}>
        {found.slice(0, this.#shown).map((entry) => this.#row(entry, isOff))}
        {found.length > this.#shown && <li key="more"><button id="games-more" class="game" onclick={() => this.#more()}><b>{games.more}</b><span>{games.shown(this.#shown, found.length)}</span></button></li>}
      </ol>
      <div class="load-buttons">
        <button id="games-import" class="button" disabled={isOff} onclick={() => document.getElementById("games-file")!.click()}><Icon name="open" /><span>{games.import}</span></button>
        <button id="games-export" class="button" disabled={isOff || all.length === 0} onclick={() => void this.#export()}><Icon name="save" /><span>{games.export}</span></button>
      </div>
      <input id="games-file" type="file" accept=".pgn,.txt,application/x-chess-pgn,text/plain" hidden onchange={({ currentTarget }) => this.#take(currentTarget as HTMLInputElement)} />
    </>;
  }

  #row(entry: Entry, isOff: boolean): Child {
    const { id, line } = entry, { games } = words, title = titleOf(entry);
    const button = (what: string, icon: string, text: string, press: () => void) =>
      <button class="icon-button" data-do={what} title={text} aria-label={games.of(text, title, aboutOf(entry))} disabled={isOff} onclick={press}><Icon name={icon} /></button>;
    return (
      <li key={id} data-game={id}>
        <button class="game" data-do="open" disabled={isOff} onclick={() => void this.#go(entry, "play")}>
          <b>{title}</b><span><span>{resultOf(entry)}</span>{" "}<span>{sideOf(entry)}</span></span><span>{aboutOf(entry)}</span>
          <span aria-hidden="true">{line.map((action) => [banIn(action) ? <BanFigure piece={null} text={banIn(action)!} /> : action, " "])}</span>
        </button>
        {button("analyse", "chart", games.analyse, () => void this.#go(entry, "analyse"))}
        {button("delete", "delete", games.delete, () => void this.#delete(entry))}
      </li>
    );
  }

  #learn(): void {
    this.#dialog.close();
    this.#store.set({ place: "mistakes" });
  }

  #find(search: string): void {
    [this.#search, this.#shown] = [search, STEP];
    this.#say("");
  }

  #more(): void {
    const at = this.#shown;
    this.#shown += STEP;
    this.#dialog.redraw();
    document.querySelectorAll<HTMLElement>("#games-list [data-do=open]")[at]?.focus();
  }

  /** Shows a game on the board: it goes on there, or can be looked at. */
  async #go({ id }: Entry, mode: Mode): Promise<void> {
    const left = await this.#load(id), isHere = this.#store.state.begun?.id === id;
    if (!left) return this.#trouble ? undefined : this.#say(words.games.unreadable);
    if (!isHere && !await this.#mayLeave()) return;
    const look = { mode, ...mode === "analyse" && left.record.root.eval && { tab: "report" as const } };
    if (isHere) updateSettings(this.#store, look);
    else if (!this.#controller.resume(left, words.games.opened, look)) return this.#say(words.games.unreadable);
    this.#dialog.close();
  }

  async #load(id: string): Promise<Left | null> {
    const game = await this.#try(() => gameOf(id));
    this.#keeper.noteRead(game ?? "");
    return game ? leftFrom(JSON.parse(game)) : null;
  }

  async #delete(entry: Entry): Promise<void> {
    const done = await this.#try(async () => [await remove(entry.id)]);
    if (!done) return;
    if (done[0]) this.#deleted.push(done[0]);
    this.#entries = this.#entries?.filter(({ id }) => id !== entry.id) ?? null;
    this.#say(words.games.deleted(titleOf(entry)));
    document.getElementById("games-undo")!.focus();
  }

  async #undo(): Promise<void> {
    const last = this.#deleted.pop(); // at once: another click is for the one before
    if (!last) return;
    if (await this.#try(() => add([last])) === null) {
      this.#deleted.push(last);
      return this.#dialog.redraw();
    }
    await this.#read();
    this.#say(words.games.undeleted);
    document.querySelector<HTMLElement>(`[data-game="${last.entry.id}"] [data-do=open]`)?.focus();
  }

  /** Does something long, during which no game can be opened. */
  async #busy(text: string, act: () => Promise<string>): Promise<void> {
    this.#isBusy = true;
    this.#say(text);
    try {
      text = await this.#try(act) ?? "";
      await this.#read();
    } catch (error) {
      text = trouble("board", error as Error); // the rules crashed
    }
    this.#isBusy = false;
    this.#say(text);
  }

  #export(): Promise<void> {
    return this.#busy(words.games.exporting, async () => {
      const games: string[] = [];
      for (const { id } of this.#entries!) {
        const left = await this.#load(id);
        if (left) games.push(pgnOf(left, { GameId: id }));
        left?.record.free();
      }
      save(games.join("\n"), "ban-chess-games.pgn");
      return words.games.exported(games.length, this.#entries!.length - games.length);
    });
  }

  #take(input: HTMLInputElement): void {
    const [file] = input.files ?? [];
    input.value = "";
    if (file) void this.#busy(words.games.importing, () => this.#import(file));
  }

  async #import(file: File): Promise<string> {
    const text = await textOf(file);
    if (text === null) return words.games.unreadableFile(file.name);
    const ids = new Set(this.#entries!.map(({ id }) => id)), before = ids.size;
    let batch: Kept[] = [], added = 0, again = 0;
    const faults: BanChessError[] = [];
    try {
      for await (const game of await readGames(text)) {
        if (game instanceof GameTree) {
          const left = fromPGN(game);
          if (ids.has(left.begun.id)) again++;
          else batch.push(keptOf(left, ids));
        } else {
          faults.push(game);
        }
        if (batch.length === BATCH) {
          added += await add(batch);
          batch = [];
        }
      }
      added += await add(batch);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      return words.games.partly(added, whyUnstored(error)); // what was added before stays
    }
    again += ids.size - before - added;
    if (added + again + faults.length === 0) return words.games.empty(file.name);
    return words.games.imported(added, again, faults.map(({ message }) => errorText(message)));
  }
}

/** Returns what is kept of a game, and adds its id. */
function keptOf(left: Left & { begun: Begun }, ids: Set<string>): Kept {
  ids.add(left.begun.id);
  return { entry: entryOf(left.begun, left.record), game: JSON.stringify(left) };
}
