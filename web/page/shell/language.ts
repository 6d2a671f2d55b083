// The language that the page speaks.

import { en, type Words } from "./en.js";

export const words: Words = en;
