// The players above and below the board: their names, captured pieces and clocks, and
// a mark at the one who acts.

import { piecesOf, type Player } from "../../banchess/banchess.js";
import { lead, takenBy } from "../board/index.js";
import { clockText, name, other, ownSide, roleName, seatName, TENTHS, timeLeft, type Clock } from "../model/index.js";
import { PieceImage, words, type PageStore, type State } from "../shell/index.js";
import { draw, h } from "../view/index.js";

/** Shows the two bars in two elements. */
export function createPlayerBars(store: PageStore, top: HTMLElement, bottom: HTMLElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    clearTimeout(timer);
    const { state } = store, { clock, settings: { orientation } } = state;
    showBar(top, state, other(orientation));
    showBar(bottom, state, orientation);
    // The last seconds show tenths.
    if (clock?.running) timer = setTimeout(show, timeLeft(clock, clock.running) < TENTHS ? 100 : 250);
  };
  store.watch(["position", "settings", "players", "begun", "record", "revision", "clock"], show);
}

function showBar(root: HTMLElement, state: State, player: Player): void {
  const { position, clock, settings } = state;
  const acts = !position.result && position.active === player;
  Object.assign(root.dataset, { player, acts });
  root.ariaLabel = name(player);
  draw(
    root,
    <span class="side" />,
    <span class="words">
      <span class="who">{playerName(state, player)}</span>
      <span class="acts">{acts && (position.phase === "ban" ? words.play.bars.bans : words.play.bars.moves)}</span>
    </span>,
    <Taken {...state} player={player} />,
    <Time clock={settings.mode === "play" ? clock : null} player={player} />,
  );
}

/** Returns the name of a player: "You", "Computer, level 3", a name of the PGN, or the side. */
function playerName({ settings, players, begun, record }: State, player: Player): string {
  const played = settings.mode === "play" ? players : begun?.players, seat = played?.[player];
  if (seat && seat.kind !== "human") return seatName(seat);
  const tag = record.tags()[player === "white" ? "White" : "Black"];
  if (tag && tag !== "?") return tag;
  return seat && ownSide(played!) ? seatName(seat) : name(player);
}

/** The pieces that a player has captured since the start, and the lead that came of it. Equal pieces overlap. */
function Taken({ position: { pieces }, record, player }: Pick<State, "position" | "record"> & { player: Player }) {
  const start = piecesOf(record.fen);
  const taken = start ? takenBy(player, start, pieces) : [], ahead = lead(player, pieces) - (start ? lead(player, start) : 0);
  const label = [
    taken.length > 0 && words.play.bars.taken(taken.map((piece) => roleName(piece.charAt(1))).join(", ")),
    ahead > 0 && words.play.bars.ahead(ahead),
  ].filter(Boolean).join(", ");
  return (
    <span class="taken" role="img" aria-label={label} hidden={!label}>
      {taken.map((piece, i) => <PieceImage piece={piece} class={piece === taken[i - 1] ? "again" : undefined} />)}
      {ahead > 0 && <b>+{ahead}</b>}
    </span>
  );
}

function Time({ clock, player }: { clock: Clock | null; player: Player }) {
  const left = clock ? timeLeft(clock, player) : 0;
  return <span class="clock" role="timer" hidden={!clock} data-running={clock?.running === player} data-low={left < TENTHS}>{clock && clockText(left)}</span>;
}
