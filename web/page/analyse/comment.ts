// The dialog in which comments are written.

import type { TreeNode } from "../../banchess/tree.js";
import type { GameController } from "../play/controller.js";
import { element } from "../shell/dom.js";
import type { EntryCommands, Field } from "./entries.js";
import { nodeName } from "../shell/words.js";

/** What a PGN would take for something else than text. */
const COMMAND = /\[%(?:cal|csl|clk|eval)\b[^\]]*\]/;

/** Makes the dialog in which comments are written, and returns what opens it. */
export function createComment(controller: GameController): EntryCommands["comment"] {
  const dialog = element("dialog", { id: "comment", className: "dialog" }, { "aria-labelledby": "comment-title" });
  const title = element("h2", { id: "comment-title" });
  const area = element("textarea", { id: "comment-text", rows: 5 }, { "aria-labelledby": "comment-title", "aria-describedby": "comment-error" });
  const error = element("p", { id: "comment-error", className: "error" }, { role: "alert" });
  const button = (id: string, className: string, textContent: string, press: () => void) => {
    const made = element("button", { id, type: "button", className, textContent });
    made.addEventListener("click", press);
    return made;
  };
  let about!: { node: TreeNode; field: Field };

  const complain = (text: string) => {
    error.textContent = text;
    area.toggleAttribute("aria-invalid", text !== "");
    if (text) area.focus();
  };
  const write = (value: string) => {
    const { node, field } = about;
    const said = value.trim(), command = COMMAND.exec(said)?.[0];
    if (said.includes("}")) return complain("A } ends the comment in a PGN, so there cannot be one in it. Write ) in its place.");
    if (command) return complain(`${command} is a command in a PGN, and would not be read as text. Draw with the right mouse button, or leave out the %.`);
    dialog.close();
    if (said === node[field]) return;
    controller.edit(`The comment on ${nodeName(node)} is ${said ? "written" : "deleted"}.`, () => void node.annotate({ [field]: said || null }));
  };
  const remove = button("comment-delete", "button", "Delete", () => write(""));
  const buttons = element("div", { className: "buttons" });
  buttons.append(remove, button("", "button", "Cancel", () => dialog.close()), button("comment-save", "button primary", "Save", () => write(area.value)));
  dialog.append(title, area, error, buttons);
  document.body.append(dialog);
  area.addEventListener("input", () => complain(""));
  area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) write(area.value);
  });

  return (node, field = "comment") => {
    about = { node, field };
    title.textContent = `Comment on ${nodeName(node)}`;
    area.value = node[field];
    complain("");
    remove.hidden = !area.value;
    dialog.showModal();
    area.focus();
  };
}
