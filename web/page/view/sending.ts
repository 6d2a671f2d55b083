// Copying a text, and sending it by the system's share sheet.

import { $ } from "./dom.js";

/** A text that was copied, or that the browser refused to copy. */
export interface Copied {
  readonly text: string;
  readonly done: boolean;
}

/**
 * Copies the text of the field with an id. If the browser refuses, as in some frames and
 * without a secure address, it copies from the field itself, or leaves the text selected for
 * Ctrl+C.
 */
export async function copyFrom(id: string): Promise<Copied> {
  const field = $<HTMLInputElement | HTMLTextAreaElement>(id), text = field.value;
  const { activeElement } = document;
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    field.focus();
    field.select();
    done = document.execCommand("copy");
    if (done) (activeElement as HTMLElement | null)?.focus({ preventScroll: true });
  }
  return { text, done };
}

/** Opens the system's share sheet. Closing that without a choice is not an error. */
export const send = (url: string) => void navigator.share({ title: document.title, url }).catch(() => {});
