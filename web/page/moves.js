// The list of what was played: a row a move, in it White's ban-ridden move and
// Black's. Variations stand below the row they branch off.

/** Makes the list in its element. @param goTo called with the node chosen */
export function createMoves(root, store, goTo) {
  let nodes = new Map(); // by number, as in data-entry

  root.addEventListener("click", (event) => {
    const entry = event.target.closest("[data-entry]");
    if (entry) goTo(nodes.get(entry.dataset.entry));
  });

  store.watch(["revision"], ({ record, position }) => {
    nodes = new Map();
    root.replaceChildren(...(record.empty ? [empty(position)] : mainLine(record, nodes)));
    mark(root, record.current, nodes);
  });
  store.watch(["position"], ({ record, position }) => {
    if (record.empty) root.replaceChildren(empty(position));
    mark(root, record.current, nodes);
  });

  // Looking where things are makes the browser lay the page out; once a frame
  // is enough.
  let due = 0;
  store.watch(["revision", "position"], () => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(() => reveal(root));
  });
}

function empty({ phase, result }) {
  const text = document.createElement("p");
  text.className = "empty";
  const how = phase === "ban" ? " Pick up one of the pieces that move next and put it where it must not go: that is a ban." : "";
  text.textContent = `Nothing has been played.${result ? "" : how}`;
  return text;
}

/** Shows which entry is the current one. */
function mark(root, current, nodes) {
  for (const entry of root.querySelectorAll("[data-entry]")) {
    const here = nodes.get(entry.dataset.entry) === current;
    entry.tabIndex = here ? 0 : -1;
    if (!here) entry.removeAttribute("aria-current");
    else if (entry.getAttribute("aria-current") !== "true") {
      entry.setAttribute("aria-current", "true");
    }
  }
  if (!current.parent) {
    root.querySelector("[data-entry]")?.setAttribute("tabindex", "0");
  }
}

/** Brings the current entry into sight. */
function reveal(root) {
  const entry = root.querySelector("[aria-current]");
  if (!entry) {
    root.scrollTop = 0;
    return;
  }
  // Scrolls the list alone; scrollIntoView would scroll the page as well.
  const [box, view] = [entry.getBoundingClientRect(), root.getBoundingClientRect()];
  if (box.top < view.top) root.scrollTop -= view.top - box.top + 4;
  if (box.bottom > view.bottom) root.scrollTop += box.bottom - view.bottom + 4;
}

/** How plies are numbered in a record: a column 0 to 3 and a move number. */
function numbering(record) {
  const fields = record.fen.split(" ");
  const first = parseInt(fields[6], 10) || 1;
  const full = parseInt(fields[5], 10) || 1;
  const cycle = (ply) => Math.floor((ply - 1) / 4);
  return {
    first,
    column: (ply) => (ply - 1) % 4,
    number: (ply) => full + cycle(ply) - cycle(first),
  };
}

function mainLine(record, nodes) {
  const count = numbering(record);
  const blocks = [];
  let row = null;
  let ply = count.first;
  for (let node = record.root.children[0]; node; node = node.children[0], ply++) {
    const column = count.column(ply);
    if (!row || column === 0) {
      row = element("div", "row");
      row.append(element("span", "number", `${count.number(ply)}.`));
      // What is missing before it, at the start or after a variation.
      for (let i = 0; i < column; i++) row.append(element("span", "blank", "…"));
      blocks.push(row);
    }
    row.append(entry(node, ply, nodes));
    const branches = node.parent.children.slice(1);
    if (branches.length > 0) {
      blocks.push(...branches.map((branch) => variation(branch, ply, count, nodes)));
      row = null;
    }
  }
  return blocks;
}

function variation(node, ply, count, nodes) {
  const block = element("div", "variation");
  line(block, node, ply, count, nodes);
  return block;
}

/** A line within the text, its own branches in brackets. */
function line(into, first, ply, count, nodes) {
  let node = first;
  let numbered = false;
  for (; node; node = node.children[0], ply++) {
    const column = count.column(ply);
    if (!numbered || column === 0) into.append(element("span", "number", `${count.number(ply)}${column < 2 ? "." : "…"}`));
    into.append(entry(node, ply, nodes));
    numbered = true;
    if (node === first) continue;
    for (const branch of node.parent.children.slice(1)) {
      const inner = element("span", "inner");
      line(inner, branch, ply, count, nodes);
      into.append(inner);
      numbered = false;
    }
  }
}

function entry(node, ply, nodes) {
  const key = String(nodes.size);
  nodes.set(key, node);
  const ban = node.action.startsWith("b:");
  const button = element("button", ban ? "entry ban" : "entry");
  button.type = "button";
  button.dataset.entry = key;
  button.dataset.ply = ply;
  button.dataset.action = node.action;
  if (ban) {
    button.append(icon("ban"), element("span", "hidden", "ban "));
    button.title = `Ban of ${node.action.slice(2, 4)}–${node.action.slice(4)}`;
  }
  button.append(node.san);
  return button;
}

function icon(name) {
  const ns = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(ns, "svg");
  svg.setAttribute("aria-hidden", "true");
  svg.appendChild(document.createElementNS(ns, "use")).setAttribute("href", `#i-${name}`);
  return svg;
}

function element(name, className, text) {
  const node = document.createElement(name);
  node.className = className;
  if (text) node.textContent = text;
  return node;
}
