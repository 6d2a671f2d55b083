// The pictures in the sharing dialog: the board as it is shown, and the line on it as an
// animated GIF. The library makes them in a worker. They are made when they are seen.

import { BanChessError } from "../../banchess/banchess.js";
import { picture } from "../../banchess/picture.js";
import { words } from "language/share";
import { arrowsOf } from "../board/index.js";
import { type PageStore } from "../shell/index.js";
import { h, Icon, save, type Child } from "../view/index.js";

const FORMATS = ["png", "svg", "gif"] as const;
const SIZES = [400, 800, 1600];
const DELAYS = [500, 1000, 2000]; // milliseconds for which a GIF shows each position
const LAST_DELAYS = 4; // how many delays it shows the last position
type Format = (typeof FORMATS)[number];

interface Made {
  readonly blob: Blob;
  readonly url: string;
  readonly file: File;
}

export class Pictures {
  #store: PageStore;
  #redraw: () => void;
  #isOpen = false;
  #format: Format = "png";
  #size = 800;
  #delay = 1000;
  #making: AbortController | null = null;
  #done = 0; // of the picture being made, from 0 to 1
  #made: Made | null = null;
  #told = ""; // what is said below the picture

  constructor(store: PageStore, redraw: () => void) {
    this.#store = store;
    this.#redraw = redraw;
    store.watch(["position"], () => this.#isOpen && void this.#make());
  }

  /** Drops the picture, and ends the work on one. */
  close(): void {
    this.#isOpen = false;
    this.#drop();
  }

  view(): Child {
    const { picture: say } = words.share, made = this.#made;
    const isGIF = this.#format === "gif", plies = isGIF ? this.#line().line().length : 0, about = isGIF ? say.game(plies, (plies + LAST_DELAYS) * this.#delay / 1000) : say.board;
    return (
      <details id="picture" class="picture" open={this.#isOpen} ontoggle={({ currentTarget }) => this.#toggle((currentTarget as HTMLDetailsElement).open)}>
        <summary><h3>{say.title}</h3></summary>
        <fieldset class="choice">
          <legend>{say.format}</legend>
          <div class="segments">
            {FORMATS.map((format) => <label><input type="radio" name="picture-format" value={format} checked={this.#format === format} onchange={() => this.#choose({ format })} /><span>{say.formats[format]}</span></label>)}
          </div>
        </fieldset>
        <fieldset class="choice" disabled={this.#format === "svg"}>
          <legend>{say.size}</legend>
          <div class="segments">
            {SIZES.map((size) => <label><input type="radio" name="picture-size" value={size} checked={this.#size === size} onchange={() => this.#choose({ size })} /><span>{size}</span></label>)}
          </div>
        </fieldset>
        {isGIF && <fieldset class="choice">
          <legend>{say.delay}</legend>
          <div class="segments">
            {DELAYS.map((delay) => <label><input type="radio" name="picture-delay" value={delay} checked={this.#delay === delay} onchange={() => this.#choose({ delay })} /><span>{delay / 1000}</span></label>)}
          </div>
        </fieldset>}
        <p class="hint">{about}</p>
        <div class="picture-box">
          {made && <img key={made.url} id="picture-shown" src={made.url} alt={about} />}
          {this.#making && <div class="picture-making">
            <label><span>{say.making}</span><progress id="picture-progress" max="1" value={this.#done} /></label>
            <button id="picture-cancel" class="button" onclick={() => this.#cancel()}>{say.cancel}</button>
          </div>}
          {!made && !this.#making && <button id="picture-make" class="button" onclick={() => void this.#make()}>{say.make}</button>}
        </div>
        <p id="picture-told" class="hint" role="status">{this.#told}</p>
        <div class="load-buttons">
          {canCopy() && !isGIF && this.#format === "png" && <Button id="picture-copy" icon="copy" label={say.copy} isOff={!made} press={() => void this.#copy()} />}
          {canSend(made) && <Button id="picture-send" icon="share" label={say.send} isOff={!made} press={() => send(made!.file)} />}
          <Button id="picture-save" icon="save" label={say.save} isOff={!made} press={() => save(made!.blob, made!.file.name)} />
        </div>
      </details>
    );
  }

  #toggle(isOpen: boolean): void {
    if (isOpen === this.#isOpen) return;
    this.#isOpen = isOpen;
    if (isOpen) void this.#make();
    else this.#drop();
  }

  #choose({ format = this.#format, size = this.#size, delay = this.#delay }: { format?: Format; size?: number; delay?: number }): void {
    this.#format = format;
    this.#size = size;
    this.#delay = delay;
    void this.#make();
  }

  /** Returns the end of the line that a GIF shows. */
  #line = () => this.#store.state.record.current.forwardEnd;

  #drop(): void {
    this.#making?.abort();
    this.#making = null;
    this.#told = "";
    if (this.#made) URL.revokeObjectURL(this.#made.url);
    this.#made = null;
  }

  #cancel(): void {
    this.#drop();
    this.#told = words.share.picture.cancelled;
    this.#redraw();
    document.getElementById("picture-make")?.focus();
  }

  async #make(): Promise<void> {
    this.#drop();
    const making = this.#making = new AbortController(), isWanted = () => this.#making === making;
    this.#done = 0;
    this.#redraw();
    const { state } = this.#store, { theme, pieces, coordinates, orientation } = state.settings, format = this.#format, isGIF = format === "gif";
    try {
      const blob = await picture(isGIF ? this.#line() : state.record.current, {
        format, size: this.#size, delay: this.#delay, theme, pieces, coordinates, orientation, arrows: isGIF ? [] : arrowsOf(state), signal: making.signal,
        onProgress: (done) => {
          if (!isWanted()) return;
          this.#done = done;
          this.#redraw();
        },
      });
      if (!isWanted()) return;
      this.#made = { blob, url: URL.createObjectURL(blob), file: new File([blob], `ban-chess.${format}`, { type: blob.type }) };
      this.#told = words.share.picture.done(blob.size);
    } catch (error) {
      if (!isWanted()) return;
      if (!(error instanceof BanChessError)) throw error;
      this.#told = words.share.picture.failed(error.message);
    }
    this.#making = null;
    this.#redraw();
  }

  async #copy(): Promise<void> {
    const { blob } = this.#made!, { picture: say } = words.share;
    try {
      await navigator.clipboard.write([new ClipboardItem({ [blob.type]: blob })]);
      this.#told = say.copied;
    } catch {
      this.#told = say.notCopied;
    }
    this.#redraw();
  }
}

/** Reports whether the browser can copy pictures. */
const canCopy = () => "ClipboardItem" in globalThis && navigator.clipboard?.write !== undefined;

/** Reports whether the browser can send a file by the system's share sheet. */
const canSend = (made: Made | null) => made !== null && "canShare" in navigator && navigator.canShare({ files: [made.file] });

/** Opens the system's share sheet. Closing that without a choice is not an error. */
const send = (file: File) => void navigator.share({ files: [file], title: document.title }).catch(() => {});

const Button = ({ id, icon, label, isOff, press }: { id: string; icon: string; label: string; isOff: boolean; press: () => void }) =>
  <button id={id} class="button" disabled={isOff} onclick={press}><Icon name={icon} /><span>{label}</span></button>;
