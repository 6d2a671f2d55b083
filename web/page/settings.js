// How the page looks: the user's choices, and the browser's.

/** The choices, as they are before anybody made one. */
export const DEFAULTS = { scheme: "system", theme: "wood", coordinates: true, textBoard: false, orientation: "white", opponent: "nobody", level: 3 };

/** What the choices among names may be; anything else that was stored is none. */
export const CHOICES = {
  scheme: ["system", "light", "dark"],
  theme: ["wood", "slate"],
  orientation: ["white", "black"],
  opponent: ["nobody", "white", "black"],
  level: [1, 2, 3, 4, 5, 6, 7, 8],
};

const ANIMATION = 180; // milliseconds

/** Binds the dialog's inputs, by their names, to the settings of the store. */
export function createSettings(dialog, store) {
  dialog.addEventListener("change", ({ target }) => {
    const value = target.type === "checkbox" ? target.checked : target.value;
    store.set({ settings: { ...store.state.settings, [target.name]: value } });
  });
  store.watch(["settings"], ({ settings }) => {
    for (const input of dialog.querySelectorAll("input")) {
      const value = settings[input.name];
      input.checked = input.type === "checkbox" ? value : input.value === value;
    }
  });
}

/** Applies the settings to the page and to the board. */
export function applySettings(store, board) {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const animate = () => board.setAttribute("animation", still.matches ? 0 : ANIMATION);
  still.addEventListener("change", animate);
  animate();

  store.watch(["settings"], ({ settings }) => {
    const { scheme, theme, coordinates, orientation } = settings;
    document.documentElement.dataset.scheme = scheme;
    document.documentElement.dataset.theme = theme;
    document.documentElement.dataset.coordinates = coordinates ? "on" : "off";
    board.setAttribute("theme", theme);
    board.setAttribute("coordinates", coordinates ? "on" : "off");
    board.setAttribute("orientation", orientation);
  });
}
