// The panel beside the board of the editor: what is wrong with the position, who acts, the
// rights that cannot be seen on the board, and the FEN.

import { piecesOf, Setup, SQUARES, type Ban, type Square } from "../../banchess/banchess.js";
import { words } from "language/setup";
import { dashed, other, roleName } from "../model/index.js";
import { copyFrom, Fragment, h, Icon, type Copied } from "../view/index.js";
import type { Draft, Editor } from "./draft.js";
import { actsIn, afterBan, edited, RIGHTS, withTurn, type ToAct } from "./position.js";

const TURNS: readonly ToAct[] = [{ mover: "white", phase: "ban" }, { mover: "white", phase: "move" }, { mover: "black", phase: "ban" }, { mover: "black", phase: "move" }];
const MOST = 100_000; // of the two numbers

interface Props {
  draft: Draft;
  editor: Editor;
}

/** Says whether the position is possible, and if not, why. */
export function Verdict({ draft: { judged, note, typed } }: { draft: Draft }) {
  const { setup } = words, faults = judged?.faults ?? [], isRead = judged !== null && !typed?.error;
  const text = !judged ? setup.loading : !isRead ? setup.unread : faults.length > 0 ? setup.impossible : judged.result ? setup.over(judged.result) : setup.possible;
  return (
    <div id="setup-verdict" class="setup-verdict" role="status" data-possible={isRead ? faults.length === 0 : undefined}>
      <p>{text}</p>
      {isRead && faults.length > 0 && <ul id="setup-faults">{faults.map((fault) => <li>{fault}</li>)}</ul>}
      {note && <p id="setup-note" class="hint">{note}</p>}
    </div>
  );
}

export function Fields({ draft, editor }: Props) {
  const { fen, judged } = draft, { setup } = words, position = new Setup(fen), { mover, phase, ply, number } = actsIn(fen);
  const active = phase === "ban" ? other(mover) : mover;
  return (
    <>
      <fieldset class="choice"><legend>{setup.toAct}</legend>
        <div class="segments">
          {TURNS.map((turn) => (
            <label><input
              type="radio" name="setup-act" value={`${turn.mover} ${turn.phase}`} checked={turn.mover === mover && turn.phase === phase}
              onchange={() => editor.change(withTurn(fen, turn, Math.max(number, 1)))}
            /><span>{turn.phase === "ban" ? setup.bans(other(turn.mover)) : setup.moves(turn.mover)}</span></label>
          ))}
        </div>
        <p class="hint">{setup.about[phase](mover, phase === "ban" ? active : other(mover))}</p>
      </fieldset>
      {phase === "move" && (
        <label class="setup-field"><span>{setup.ban}</span>
          <select id="setup-ban" disabled={!judged || judged.bans.length === 0 && !position.ban} value={position.ban ? write(position.ban) : ""} onchange={({ currentTarget }) => editor.change(afterBan(fen, read(currentTarget)))}>
            <option value="">{setup.noBan}</option>
            {withOwn(judged?.bans ?? [], position.ban, write).map((ban) => <option value={write(ban)}>{setup.banOf(roleAt(fen, ban.from), dashed(ban))}</option>)}
          </select>
        </label>
      )}
      <fieldset class="choice"><legend>{setup.castling}</legend>
        <div class="setup-rights">
          {RIGHTS.map((right) => {
            const isHome = judged?.castling.includes(right) === true, has = position.castling.includes(right);
            return (
              <label title={isHome ? undefined : setup.notHome}><input
                type="checkbox" name="setup-castling" value={right} checked={has} disabled={!isHome && !has}
                onchange={() => editor.change(edited(fen, (next) => { next.castling = RIGHTS.filter((one) => (one === right ? !has : next.castling.includes(one))).join("") || "-"; }))}
              /><span>{setup.rights[right]}</span></label>
            );
          })}
        </div>
      </fieldset>
      <label class="setup-field"><span>{setup.enPassant}</span>
        <select
          id="setup-passant" disabled={!judged || judged.enPassant.length === 0 && !position.enPassant} value={position.enPassant ?? ""}
          onchange={({ currentTarget }) => editor.change(edited(fen, (next) => {
            next.enPassant = ((currentTarget as HTMLSelectElement).value || null) as Square | null;
            if (next.enPassant) next.halfmoves = 0;
          }))}
        >
          <option value="">{setup.noEnPassant}</option>
          {withOwn(judged?.enPassant ?? [], position.enPassant, String).map((square) => <option value={square}>{setup.passed(square)}</option>)}
        </select>
      </label>
      <div class="setup-numbers">
        <Count id="setup-number" label={setup.number} value={number} least={1} change={(n) => editor.change(withTurn(fen, { mover, phase }, n))} />
        <Count id="setup-halfmoves" label={setup.halfmoves} value={position.halfmoves} least={0} change={(n) => editor.change(edited(fen, (next) => { next.halfmoves = n; }))} />
      </div>
      <p id="setup-ply" class="hint">{setup.ply(ply)}</p>
    </>
  );
}

/** Returns the choices with the chosen one, which may be impossible. */
const withOwn = <T,>(choices: readonly T[], own: T | null, key: (choice: T) => string): readonly T[] =>
  own === null || choices.some((choice) => key(choice) === key(own)) ? choices : [own, ...choices];

const write = ({ from, to }: Ban) => `${from}${to}`;
const read = (select: EventTarget | null): Ban | null => {
  const { value } = select as HTMLSelectElement;
  return value ? { from: value.slice(0, 2) as Square, to: value.slice(2) as Square } : null;
};

/** Returns the name of the piece on a square with a capital: "Queen". */
function roleAt(fen: string, square: Square): string {
  const piece = piecesOf(fen)?.[SQUARES.indexOf(square)], role = roleName(piece?.charAt(1) ?? "");
  return role.charAt(0).toUpperCase() + role.slice(1);
}

const Count = ({ id, label, value, least, change }: { id: string; label: string; value: number; least: number; change: (n: number) => void }) => (
  <label class="setup-field"><span>{label}</span>
    <input id={id} type="number" min={least} max={MOST} step="1" inputmode="numeric" value={value} onchange={({ currentTarget }) => {
      const input = currentTarget as HTMLInputElement, n = Number(input.value);
      if (Number.isInteger(n) && n >= least && n <= MOST) change(n);
      else input.value = String(value);
    }} />
  </label>
);

interface Texts extends Props {
  link: string;
  copied: Copied | null;
  copy: (copied: Copied | null) => void;
}

/** The FEN, which can be typed, and the link. */
export function Texts({ draft, editor, link, copied, copy }: Texts) {
  const { typed, judged, fen } = draft, { setup } = words, isWrong = !!typed?.error, faults = judged?.faults.length ?? 0;
  const button = (id: string, title: string, text: string) => (
    <button type="button" id={`${id}-copy`} class="icon-button" title={title} data-copied={copied?.text === text ? copied.done : undefined} onclick={() => {
      copy(null); // so that the same message is spoken again
      void copyFrom(id).then(copy);
    }}>
      <Icon name={copied?.text !== text ? "copy" : copied.done ? "check" : "close"} /><span class="hidden">{title}</span>
    </button>
  );
  const text = typed?.text ?? judged?.fen ?? fen;
  return (
    <>
      <div class="field"><label for="setup-fen">{setup.fen}</label>
        <input
          id="setup-fen" value={text} aria-invalid={isWrong || undefined} aria-describedby="setup-fen-error" spellcheck="false" autocomplete="off" autocapitalize="off"
          oninput={({ currentTarget }) => editor.type((currentTarget as HTMLInputElement).value)} onchange={() => !isWrong && editor.store.set({ typed: null })}
        />
        {button("setup-fen", setup.copyFEN, text)}
      </div>
      <p id="setup-fen-error" class="error" role="alert">{typed?.error || faults > 2 && setup.manyFaults(faults)}</p>
      <div class="field"><label for="setup-link">{setup.link}</label>
        <input id="setup-link" readonly value={link} aria-describedby="setup-link-hint" onfocus={({ currentTarget }) => (currentTarget as HTMLInputElement).select()} />
        {button("setup-link", setup.copyLink, link)}
      </div>
      <p id="setup-link-hint" class="hint">{setup.linkHint}</p>
      <p class="hidden" role="status">{copied && (copied.done ? setup.copied : setup.notCopied)}</p>
    </>
  );
}

