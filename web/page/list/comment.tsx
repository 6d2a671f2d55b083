// The dialog for comments.

import { words } from "language/small";
import { nodeName } from "../model/index.js";
import { createDialog, Fragment, h } from "../view/index.js";
import type { TreeNode } from "../../banchess/tree.js";
import type { Editor, EntryCommands, Field } from "./commands.js";

/** A PGN command, which is not text of a comment. */
const COMMAND = /\[%(?:cal|csl|clk|eval)\b[^\]]*\]/;

/** The texts being edited, and their node. */
interface Draft {
  readonly node: TreeNode;
  readonly field: Field;
  readonly text: string;
  readonly error: string;
}

/** Creates the dialog. Returns a function that opens it. */
export function createComment(editor: Editor): EntryCommands["comment"] {
  let draft: Draft;
  const field = () => document.getElementById("comment-text")!;
  const change = (changed: Partial<Draft>) => {
    draft = { ...draft, ...changed };
    dialog.redraw();
  };

  function save(text: string): void {
    const { node, field: name } = draft, said = text.trim(), error = errorIn(said);
    if (error) {
      change({ text, error });
      return field().focus();
    }
    dialog.close();
    if (said !== node[name]) editor.edit(said ? words.list.commentSaved : words.list.commentDeleted, () => void node.annotate({ [name]: said || null }));
  }

  const dialog = createDialog("comment", () => <Form draft={draft} change={(text) => change({ text, error: "" })} save={save} cancel={() => dialog.close()} />, { closesBeside: false });
  return (node, name = "comment") => {
    draft = { node, field: name, text: node[name], error: "" };
    dialog.open();
    field().focus();
  };
}

interface Actions {
  change(text: string): void;
  save(text: string): void;
  cancel(): void;
}

const Form = ({ draft: { node, field, text, error }, change, save, cancel }: { draft: Draft } & Actions) => (
  <>
    <h2 id="comment-title">{words.list.commentOn(nodeName(node))}</h2>
    <textarea
      id="comment-text" rows={5} aria-labelledby="comment-title" aria-describedby="comment-error" aria-invalid={error ? "true" : undefined} value={text}
      oninput={({ target }) => change((target as HTMLTextAreaElement).value)}
      onkeydown={({ key, ctrlKey, metaKey }) => { if (key === "Enter" && (ctrlKey || metaKey)) save(text); }}
    />
    <p id="comment-error" class="error" role="alert">{error}</p>
    <div class="buttons">
      <button id="comment-delete" class="button" hidden={!node[field]} onclick={() => save("")}>{words.list.remove}</button>
      <button class="button" onclick={cancel}>{words.shell.cancel}</button>
      <button id="comment-save" class="button primary" onclick={() => save(text)}>{words.list.save}</button>
    </div>
  </>
);

/** Returns the reason why a text cannot be a comment, or "". */
function errorIn(text: string): string {
  const command = COMMAND.exec(text)?.[0];
  return command ? words.list.noCommand(command) : "";
}
