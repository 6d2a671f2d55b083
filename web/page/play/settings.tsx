// The settings dialog. It is loaded when it is first opened.

import { words } from "language/settings";
import { CHOICES, createDialog, DialogHead, Fragment, h, updateSettings, type Dialog, type PageStore, type Settings } from "../shell/index.js";

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
