// The dialog with the markup of an embedded board, for a page of one's own.

import { words } from "language/share";
import type { PageStore, Settings } from "../shell/index.js";
import { copyFrom, createDialog, createStore, DialogHead, Fragment, h, type Child, type Copied, type Dialog } from "../view/index.js";

/** The choices of the dialog. */
interface Choices {
  readonly mode: "play" | "readonly" | "find";
  readonly scheme: Settings["scheme"];
  readonly copied: Copied | null;
}

const OPTIONS = { mode: ["play", "readonly", "find"], scheme: ["system", "light", "dark"] } as const;

export function createSnippetDialog(store: PageStore): Dialog {
  const choices = createStore<Choices>({ mode: "play", scheme: "system", copied: null });
  const view = () => <View {...choices.state} text={snippetOf(store.state, choices.state)} choose={(chosen) => choices.set({ ...chosen, copied: null })} copy={copy} />;
  const dialog = createDialog("snippet", view);
  const copy = async () => choices.set({ copied: await copyFrom("snippet-text") });
  choices.watch(["mode", "scheme", "copied"], () => dialog.redraw());
  store.watch(["link", "position", "settings"], () => dialog.redraw());
  return dialog;
}

interface Shown extends Choices {
  readonly text: string;
  choose(chosen: Partial<Choices>): void;
  copy(): void;
}

function View({ text, choose, copy, ...choices }: Shown): Child {
  const { snippet } = words.share, { copied } = choices;
  return (
    <>
      <DialogHead id="snippet" title={snippet.title} />
      <p>{snippet.about}</p>
      {(["mode", "scheme"] as const).map((name) => (
        <fieldset class="choice">
          <legend>{snippet[name].title}</legend>
          <div class="segments">
            {OPTIONS[name].map((value) => (
              <label><input type="radio" name={`snippet-${name}`} value={value} checked={choices[name] === value} onchange={() => choose({ [name]: value })} /><span>{(snippet[name] as Record<string, string>)[value]}</span></label>
            ))}
          </div>
        </fieldset>
      ))}
      <p class="hint">{snippet.means[choices.mode]}</p>
      <textarea id="snippet-text" rows="5" readonly aria-label={snippet.title} value={text} onfocus={({ currentTarget }) => (currentTarget as HTMLTextAreaElement).select()} />
      <div class="buttons">
        <span role="status" class="hint">{copied?.text === text && (copied.done ? words.share.copied : words.share.notCopied)}</span>
        <button id="snippet-copy" type="button" class="button primary" onclick={copy}>{snippet.copy}</button>
      </div>
    </>
  );
}

/** Returns the markup of a frame with the game. A game that is too large for a link is embedded as its position. */
function snippetOf({ link, position, settings: { theme, pieces, coordinates } }: PageStore["state"], { mode, scheme }: Choices): string {
  const address = new URL("embed.html?embed=1", location.href.replace(/[?#].*/, ""));
  const given = {
    ...mode !== "play" && { mode }, ...scheme !== "system" && { scheme }, ...theme !== "wood" && { theme }, ...pieces !== "classic" && { pieces }, ...!coordinates && { coordinates: "off" },
  };
  for (const [name, value] of Object.entries(given)) address.searchParams.set(name, value);
  address.hash = link ? link.text : position.fen;
  return `<iframe src="${address.href.replaceAll("&", "&amp;")}" title="${words.share.snippet.frame}" loading="lazy" style="width: 100%; max-width: 720px; height: ${mode === "find" ? 500 : 448}px; border: 0"></iframe>`;
}
