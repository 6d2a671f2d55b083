// The settings dialog. It is loaded when it is first opened.

import { words } from "language/settings";
import { CHOICES, PieceImage, updateSettings, type PageStore, type Settings } from "../shell/index.js";
import { createDialog, DialogHead, Fragment, h, type Child, type Dialog } from "../view/index.js";

export function createSettingsDialog(store: PageStore): Dialog {
  const change = ({ target }: Event) => {
    const { name, type, checked, value } = target as HTMLInputElement;
    updateSettings(store, { [name]: type === "checkbox" ? checked : value.trim() });
  };
  const dialog = createDialog("settings", () => (
    <>
      <DialogHead id="settings" title={words.shell.settings.title} />
      <p id="settings-trouble" class="error" role="alert" hidden={!store.state.unkept}>{store.state.unkept && words.shell.settings.unkept(store.state.unkept)}</p>
      <View settings={store.state.settings} change={change} />
    </>
  ));
  store.watch(["settings", "unkept"], () => dialog.redraw());
  return dialog;
}

/** A few pieces on four by two squares. */
const FEW = ["bN", "", "bK", "", "", "wQ", "", "wP"];
const ALL = ["bK", "bQ", "bN", "bP", "wK", "wQ", "wN", "wP"];

const View = ({ settings, change }: { settings: Settings; change: (event: Event) => void }) => {
  const { scheme, theme, pieces, stun } = words.shell.settings;
  return (
    <div onchange={change}>
      <Choice name="scheme" title={scheme.title} style="segments" settings={settings} option={(value) => ({ label: <span>{scheme[value]}</span> })} />
      <Choice name="theme" title={theme.title} style="tiles" settings={settings} option={(value) => ({
        theme: value, label: <><Sample pieces={FEW} /><span>{theme[value]}</span></>,
      })} />
      <Choice name="pieces" title={pieces.title} style="tiles" settings={settings} option={(value) => ({
        label: <><Sample pieces={ALL} set={value} /><span>{pieces[value]}</span></>,
      })} />
      <div class="switches">
        {(["sound", "premoves", "danger", "coordinates", "textBoard", "letters"] as const).map((name) => {
          const { title, about } = words.shell.settings[name];
          return <label class="switch"><span>{title} {about && <small id={`about-${name}`}>{about}</small>}</span><input type="checkbox" role="switch" aria-label={title} aria-describedby={about ? `about-${name}` : undefined} name={name} checked={settings[name]} /></label>;
        })}
      </div>
      <label class="stun"><span>{stun.title} <small id="about-stun">{stun.about}</small></span><input name="stun" aria-label={stun.title} aria-describedby="about-stun" value={settings.stun} placeholder={stun.none} spellcheck="false" autocomplete="off" autocapitalize="off" /></label>
    </div>
  );
};

interface ChoiceProps<N extends "scheme" | "theme" | "pieces"> {
  name: N;
  title: string;
  style: "segments" | "tiles";
  settings: Settings;
  option: (value: Settings[N]) => { label: Child; theme?: string };
}

/** A choice of one of several values. */
function Choice<N extends "scheme" | "theme" | "pieces">({ name, title, style, settings, option }: ChoiceProps<N>) {
  return (
    <fieldset class="choice">
      <legend>{title}</legend>
      <div class={style}>
        {(CHOICES[name] as Settings[N][]).map((value) => {
          const { label, theme } = option(value);
          return <label data-theme={theme}><input type="radio" name={name} value={value} checked={settings[name] === value} />{label}</label>;
        })}
      </div>
    </fieldset>
  );
}

const Sample = ({ pieces, set }: { pieces: readonly string[]; set?: Settings["pieces"] }) => (
  <span class="sample">{pieces.map((piece) => (piece ? <PieceImage piece={piece} {...set && { set }} /> : <span />))}</span>
);
