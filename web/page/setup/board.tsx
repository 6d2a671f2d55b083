// The board of the editor, with a row of pieces above and below. It is a grid of buttons in
// the look of the page's board. The drawn board is not used: it moves pieces only between
// squares that it is told, so it has neither a place for pieces beside it nor a way to erase.

import { piecesOf, Setup, SQUARES, type PieceName, type Player, type Square } from "../../banchess/banchess.js";
import { BanArrow, squareAt } from "../board/index.js";
import { words } from "language/setup";
import { other, pieceName } from "../model/index.js";
import { PieceImage } from "../shell/index.js";
import { h, Icon, type Child } from "../view/index.js";
import type { Draft, Editor, Tool } from "./draft.js";

const ROLES = ["K", "Q", "R", "B", "N", "P"] as const;
const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7];

/** Returns the place of a square on the board as shown. */
export function placeOf(square: Square, orientation: Player): { x: number; y: number } {
  const i = SQUARES.indexOf(square), isBlack = orientation === "black";
  return { x: isBlack ? 7 - (i & 7) : i & 7, y: isBlack ? i >> 3 : 7 - (i >> 3) };
}

interface Props {
  draft: Draft;
  editor: Editor;
}

export function Board({ draft, editor }: Props) {
  const { orientation, fen, dragged } = draft, pieces = piecesOf(fen) ?? [], { ban } = new Setup(fen);
  return (
    <div class="setup-column" data-tool={draft.tool}>
      <Row side={other(orientation)} draft={draft} editor={editor}>
        <Tool tool="hand" draft={draft} editor={editor} text={words.setup.hand}><svg class="setup-hand" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 3v15l4-4 3 7 3-1-3-7h5z" /></svg></Tool>
        <button type="button" id="setup-flip" class="setup-tool" title={words.setup.flip} onclick={() => editor.flip()}><Icon name="flip" /><span class="hidden">{words.setup.flip}</span></button>
      </Row>
      <div class="board">
        <div id="setup-grid" class="grid" data-mode="solid" role="grid" aria-label={words.setup.board} aria-describedby="setup-keys">
          {EIGHT.map((y) => <div role="row">{EIGHT.map((x) => <Cell x={x} y={y} square={squareAt(x, y, orientation)} pieces={pieces} draft={draft} editor={editor} />)}</div>)}
          {ban && <BanArrow ban={ban} orientation={orientation} />}
        </div>
      </div>
      <Row side={orientation} draft={draft} editor={editor}>
        <Tool tool="erase" draft={draft} editor={editor} text={words.setup.erase}><Icon name="delete" /></Tool>
        <button type="button" id="setup-undo" class="setup-tool" title={words.setup.undo} disabled={draft.past.length === 0} onclick={() => editor.undo()}><Icon name="take-back" /><span class="hidden">{words.setup.undo}</span></button>
      </Row>
      <p id="setup-keys" class="hidden">{words.setup.keys}</p>
      <div id="setup-ghost" hidden={!dragged}>{dragged && <PieceImage piece={dragged.piece} />}</div>
    </div>
  );
}

/** The six pieces of a side, between a tool and a command. */
const Row = ({ side, draft, editor, children }: Props & { side: Player; children?: Child }) => {
  const [tool, command] = children as readonly Child[];
  return (
    <div class="setup-row" role="group" aria-label={`${words.setup.tools}: ${words.names[side]}`}>
      {tool}
      {ROLES.map((role) => {
        const piece = `${side.charAt(0)}${role}` as PieceName;
        return <Tool tool={piece} draft={draft} editor={editor} text={pieceName(piece)}><PieceImage piece={piece} /></Tool>;
      })}
      {command}
    </div>
  );
};

/** A tool to choose. A piece can also be dragged from here. */
const Tool = ({ tool, draft, editor, text, children }: Props & { tool: Tool; text: string; children?: Child }) => (
  <label class="setup-tool" key={tool} data-choose={tool} title={text}>
    <input type="radio" name="setup-tool" value={tool} checked={draft.tool === tool} aria-label={text} onchange={() => editor.store.set({ tool, held: null })} />
    {children}
  </label>
);

function Cell({ x, y, square, pieces, draft, editor }: Props & { x: number; y: number; square: Square; pieces: readonly (PieceName | null)[] }) {
  const piece = pieces[SQUARES.indexOf(square)] ?? null, { held, dragged, focus } = draft;
  return (
    <div class="square" role="none" data-file={y === 7 ? square.charAt(0) : ""} data-rank={x === 0 ? square.charAt(1) : ""}>
      <button
        type="button" role="gridcell" class={`cell ${(x + y) % 2 ? "dark" : "light"}${square === held ? " selected move" : ""}${square === dragged?.from ? " away" : ""}`} data-square={square}
        aria-label={words.setup.onSquare(piece ? pieceName(piece) : words.setup.empty, square)} aria-selected={square === held} tabindex={square === focus ? 0 : -1}
        onclick={({ detail }) => detail === 0 && editor.use(square)}
      >
        {piece && <PieceImage piece={piece} />}
      </button>
    </div>
  );
}
