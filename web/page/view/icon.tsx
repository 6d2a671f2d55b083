// The icons of buttons and menus.

import { h } from "./view.js";

/** One of the icons in index.html. */
export const Icon = ({ name }: { name: string }) => <svg aria-hidden="true"><use href={`#i-${name}`} /></svg>;
