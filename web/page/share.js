// The game as text: FEN and PGN shown, copied, saved, and loaded from what is
// typed, pasted, opened or dropped.

import { copy } from "./clipboard.js";
import { errorText } from "./words.js";

/**
 * @param $ finds an element by its id
 * @param session loads and writes the games
 */
export function createShare($, store, session) {
  const fen = createField($("fen"), $("fen-error"), (typed) => ($("fen-load").hidden = !typed));
  const pgn = createField($("pgn"), $("pgn-error"), (typed) => ($("pgn-load").hidden = !typed));

  store.watch(["position"], ({ position }) => fen.show(position.fen));
  // The PGN of a long game takes a moment, so only when it is another one, and
  // not before the board has been drawn.
  let due = 0;
  store.watch(["revision", "position", "rules"], ({ rules, record }, old) => {
    if (!rules || (old?.rules && old.record.end() === record.end() && old.revision === store.state.revision && pgn.line === record.end())) return;
    cancelAnimationFrame(due);
    due = requestAnimationFrame(() => {
      pgn.line = store.state.record.end();
      pgn.show(session.pgn() ?? "");
      // The bans and moves come after the tags; the last of them matter most.
      $("pgn").scrollTop = $("pgn").scrollHeight;
    });
  });

  function loadFrom(field, options) {
    const answer = session.load(options);
    if (answer.success === false) {
      field.fail(answer);
      return;
    }
    fen.settle();
    pgn.settle();
  }
  const loadFEN = () => loadFrom(fen, { fen: session.extended($("fen").value.trim()) });
  const loadPGN = () => loadFrom(pgn, readText($("pgn").value, session));

  $("fen").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && fen.typed) loadFEN();
  });
  $("fen-load").addEventListener("click", loadFEN);
  $("pgn").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) loadPGN();
  });
  $("pgn-load").addEventListener("click", loadPGN);
  $("fen-copy").addEventListener("click", () => copied($("fen-copy"), $("fen")));
  $("pgn-copy").addEventListener("click", () => copied($("pgn-copy"), $("pgn")));
  $("pgn-save").addEventListener("click", () => save($("pgn").value));
  $("pgn-open").addEventListener("click", () => $("pgn-file").click());
  $("pgn-file").addEventListener("change", async () => {
    const [file] = $("pgn-file").files;
    if (file) await loadFile(file);
    $("pgn-file").value = "";
  });
  document.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    loadFile(file);
  });

  async function loadFile(file) {
    pgn.type(await file.text());
    loadPGN();
  }
}

/** What a text is that somebody wants to load: actions, a FEN or a PGN. */
function readText(text, session) {
  const trimmed = text.trim();
  if (/^[bm]:/.test(trimmed)) return { actions: trimmed.split(/[\s,]+/) };
  if (/^[\w/]+ [wb] (-|[KQkq]+) \S+ \d/.test(trimmed)) return { fen: session.extended(trimmed) };
  return { pgn: text };
}

/**
 * A field that shows the game's text until somebody types another in, and then
 * keeps that until it is loaded, or Escape gives it up.
 */
function createField(field, error, onTyped) {
  const self = { typed: false, line: null, show, type, settle, fail };
  let shown = "";

  function show(text) {
    shown = text;
    if (!self.typed) field.value = text;
  }
  function set(typed) {
    self.typed = typed;
    onTyped(typed);
    complain("");
  }
  function type(text) {
    field.value = text;
    set(true);
  }
  function settle() {
    set(false);
    field.value = shown;
  }
  function complain(text) {
    error.textContent = text;
    field.toggleAttribute("aria-invalid", text !== "");
  }
  /** Says what is wrong with the text and selects where. */
  function fail(answer) {
    complain(errorText(answer));
    field.focus();
    if (!answer.line) return;
    const lines = field.value.split(/(?<=\n)/);
    const line = lines[answer.line - 1] ?? "";
    const start = lines.slice(0, answer.line - 1).join("").length + [...line].slice(0, answer.column - 1).join("").length;
    field.setSelectionRange(start, start + Math.max(answer.token?.length ?? 1, 1));
  }
  field.addEventListener("input", () => set(field.value !== shown));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    settle();
    field.blur();
  });
  // Emptied and left: nothing to load.
  field.addEventListener("change", () => field.value.trim() === "" && settle());
  return self;
}

async function copied(button, field) {
  const done = await copy(field.value, field);
  const icon = button.querySelector("use");
  icon.setAttribute("href", done ? "#i-check" : "#i-close");
  button.dataset.copied = String(done);
  setTimeout(() => icon.setAttribute("href", "#i-copy"), 1500);
}

function save(text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/x-chess-pgn" }));
  link.download = "ban-chess.pgn";
  link.click();
  URL.revokeObjectURL(link.href);
}
