// A TypeScript program for ban-chess.ts: it uses what the documents of ban-chess.ts show
// and what its types allow. It is compiled against its types and against ours.
import {
  BanChess,
  type Action, type ActionResult, type ActionType, type Ban, type BanChessFEN, type BanChessNotation, type File, type GameFlags, type HistoryEntry,
  type IndicatorConfig, type Move, type Player, type Promotion, type Rank, type SerializedAction, type Square, type SyncState,
} from "ban-chess.ts";

const game = new BanChess();
new BanChess("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4");
new BanChess(undefined, "1. {banning: e2e4} d4");
const version: string = BanChess.VERSION;

// Answers are used without checking success.
const result: ActionResult = game.play({ ban: { from: "e2", to: "e4" } });
console.log(result.success, result.san, result.newFen, result.error, result.flags?.check);
if (result.flags?.checkmate) console.log("mate");
if (result.flags?.banCausedCheckmate || result.flags?.banCausedStalemate) console.log("by ban");
const played: Action | undefined = result.action;
const { san, newFen } = game.play({ move: { from: "d2", to: "d4" } });
const words: (string | undefined)[] = [san, newFen];
const flags: GameFlags | undefined = result.flags;
const over: boolean | undefined = flags?.gameOver || flags?.insufficientMaterial || flags?.threefoldRepetition || flags?.fiftyMoveRule || flags?.draw;
if (!result.success) console.error("Invalid action:", result.error);

// Actions are told apart by "in".
for (const action of game.getLegalActions()) {
  if ("ban" in action) console.log(action.ban.from, action.ban.to);
  else console.log(action.move.from, action.move.to, action.move.promotion);
}
const moves = game.getLegalActions().flatMap((action) => ("move" in action ? [action.move] : []));
const name = (action: Action): string => ("move" in action ? `${action.move.from}-${action.move.to}` : `x ${action.ban.from}${action.ban.to}`);
const legal: Move[] = game.getLegalActions().map((action) => ("ban" in action ? action.ban : action.move));

// History, log, notation.
game.history().forEach((entry: HistoryEntry) => {
  const by: Player = entry.player, type: ActionType = entry.actionType, action: Ban | Move = entry.action;
  console.log(entry.ply, by, type, action.from, entry.san?.length, entry.fen, entry.bannedMove?.from, entry.flags?.check);
  if ("promotion" in action) console.log(action.promotion);
});
const log: string[] = game.getActionLog();
const all: SerializedAction[] = game.getActionHistory();
const last: SerializedAction | null = game.getLastActionSerialized();
const notation: BanChessNotation = BanChess.serializeAction({ move: { from: "e7", to: "e8", promotion: "q" } }, "#");
const read: Action = BanChess.deserializeAction(notation);
const replayed: BanChess = BanChess.replayFromActions(all);

// Synchronization.
const state: SyncState = game.getSyncState();
const ply: number = state.ply, own: number = game.getSyncState().ply;
game.loadFromSyncState(state);
const received: SyncState = JSON.parse(JSON.stringify(state));
game.loadFromSyncState({ fen: received.fen, ply: received.ply });
const made: SyncState = { fen: game.fen(), ply: 1 };
const answer = game.playSerializedAction("b:e2e4");
if (answer.success) console.log(answer.newFen);

// The rest.
const config: IndicatorConfig = { pgn: true, serialization: false };
game.setIndicatorConfig(config);
const inPGN: boolean | undefined = game.getIndicatorConfig().pgn;
const file: File = "e", rank: Rank = "4", square: Square = `${file}${rank}`, promotion: Promotion = "n";
const fen: BanChessFEN = game.fen();
const banned: Ban | null = game.currentBannedMove;
const players: Player[] = [game.getActivePlayer(), game.nextMoveColor()];
const types: ActionType[] = [game.getActionType()];
const answers: boolean[] = [
  game.inCheck(), game.inCheckmate(), game.inStalemate(), game.inDraw(), game.gameOver(), game.inThreefoldRepetition(), game.insufficientMaterial(), game.undo(),
];
game.reset();
export { all, answers, banned, fen, inPGN, last, legal, log, made, moves, name, over, own, played, players, ply, promotion, read, replayed, square, types, version, words };
console.log(game.getPly(), game.pgn(), game.ascii());
