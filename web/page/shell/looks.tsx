// How the page looks: the dialog of the settings, and what it does with them.

import { createDialog, DialogHead, type Dialog } from "./dialogs.js";
import { words } from "./language.js";
import { CHOICES, type Settings } from "./settings.js";
import { updateSettings, type PageStore } from "./state.js";
import { Fragment, h } from "./view.js";

const ANIMATION = 180; // milliseconds

export function createSettingsDialog(store: PageStore): Dialog {
  const change = ({ target }: Event) => {
    const { name, type, checked, value } = target as HTMLInputElement;
    updateSettings(store, { [name]: type === "checkbox" ? checked : value });
  };
  const dialog = createDialog("settings", () => (
    <>
      <DialogHead id="settings" title={words.shell.settings.title} />
      <View settings={store.state.settings} change={change} />
    </>
  ));
  store.watch(["settings"], () => dialog.redraw());
  return dialog;
}

const View = ({ settings, change }: { settings: Settings; change: (event: Event) => void }) => (
  <div onchange={change}>
    {(["scheme", "theme", "pieces"] as const).map((name) => {
      const { title, ...texts } = words.shell.settings[name];
      return (
        <fieldset class="choice">
          <legend>{title}</legend>
          {CHOICES[name]!.map((value) => <label><input type="radio" name={name} value={value} checked={settings[name] === value} /> {texts[value as keyof typeof texts]}</label>)}
        </fieldset>
      );
    })}
    {(["sound", "danger", "coordinates", "textBoard"] as const).map((name) => {
      const { title, about } = words.shell.settings[name];
      return <label class="switch"><input type="checkbox" name={name} checked={settings[name]} /> <span>{title} {about && <small>{about}</small>}</span></label>;
    })}
  </div>
);

/** Applies the settings to the page and to the board. */
export function applySettings(store: PageStore, board: HTMLElement): void {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const animate = () => board.setAttribute("animation", String(still.matches ? 0 : ANIMATION));
  still.addEventListener("change", animate);
  animate();

  store.watch(["settings"], ({ settings }) => {
    const { scheme, theme, pieces, orientation } = settings;
    const coordinates = settings.coordinates ? "on" : "off";
    Object.assign(document.documentElement.dataset, { scheme, theme, pieces, coordinates });
    for (const [name, value] of Object.entries({ theme, pieces, coordinates, orientation })) board.setAttribute(name, value);
  });
}
