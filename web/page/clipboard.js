/**
 * Copies text. Where the browser refuses the clipboard, as in some frames and
 * without a secure address, the field that shows the text is copied from, and
 * failing that left selected for the user's own Ctrl+C.
 *
 * @param field the input or textarea that holds the text
 * @returns {Promise<boolean>} whether the text is in the clipboard
 */
export async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}
