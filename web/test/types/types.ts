// Uses every type and every member of the library, to check the types.
// It is only compiled, not run.
import {
  BanChess, BanChessError, dueAt, initialize, piecesOf, Setup, squareColor, SQUARES, START_FEN, VERSION,
  type GameComment, type PositionComment,
  type Action, type ActionDetails, type ActionResult, type ActionType, type Ban, type BanChessFEN, type BanChessNotation, type Board, type DetailedAction, type Due, type Ended, type EndResult, type ErrorCode, type ErrorDetails,
  type Fault, type File, type GameEvent, type GameFlags, type GameRecord, type GameResult, type GameSource, type HistoryEntry, type Indicator,
  type IndicatorConfig, type InitializeOptions, type Move, type Piece, type PieceName, type PieceSymbol, type PlacedPiece, type Played, type Player, type Progress, type Promotion, type Rank, type Reason, type Refusal,
  type SerializedAction, type Square, type SyncState,
} from "banchess";
import { Client, type Game, type Remote, type WorkerLike, type WorkerSession } from "banchess/client";
import { Engine, EngineEvent, LEVELS, type Best, type EngineOptions, type EngineState, type Info, type PlayerScore, type Searchable, type SearchOptions } from "banchess/engine";
import {
  explain, GameTree, judge, look, parsePGN, readPGN, TreeNode, type Annotation, type AnnotationChange, type AnnotationRecord, type Drawing, type Evaluation, type Explanation, type Judged, type Judgement, type Judgements, type Look, type LookOptions, type NodeRecord, type PGNSource,
  type PGNStream, type ReadPGNOptions, type Tally, type TreeRecord, type Unexplained,
} from "banchess/tree";
import { dayOf, review, tryAction, type Attempted, type Card, type Day, type Exercise, type Grade, type Reviewed, type ReviewRequest, type ReviewState, type Tried } from "banchess/review";
import { hasRooms, openRoom, readRoomLink, Room, RoomClosedEvent, RoomError, RoomEvent, writeRoomLink, type RoomLink, type RoomMessage, type RoomOptions, type RoomRequest, type RoomStanding, type RoomState, type SeatState, type SocketLike } from "banchess/room";
import { ReplyEvent, Session, type Reply, type SessionRequest } from "banchess/session";

/** Compiles only if the two types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never;
const same = <A, B>(_: Same<A, B>): void => {};

const options: InitializeOptions = {
  wasmURL: new URL("https://example.com/banchess-core.wasm"),
  onProgress: (p: Progress) => void (p.loaded / (p.total ?? 1)),
  onCrash: (e: BanChessError) => console.error(e.code, e.hint, e.line, e.column, e.token, e.ply, e.faults, e.name, e.message),
};
const loaded: Promise<void> = initialize(options);
void loaded.then(() => initialize());
const wasmModule: object = {}; // Node's types have no WebAssembly.Module
void initialize({ wasmModule });
// @ts-expect-error an option that does not exist
void initialize({ url: "x" });

const file: File = "e", rank: Rank = "4", square: Square = `${file}${rank}`, promotion: Promotion = "q";
const move: Move = { from: "e7", to: "e8", promotion };
const ban: Ban = { from: "e2", to: square };
const actions: Action[] = [{ ban }, { move }];
// @ts-expect-error not a square
const bad: Ban = { from: "e9", to: "e4" };
void bad;
const first: Square | undefined = SQUARES[0], pieces: (PieceName | null)[] | null = piecesOf(START_FEN), due: Due = dueAt(1);
void [first, pieces, due.ply, due.phase, due.mover, due.active];

const game = new BanChess();
new BanChess("8/P6k/8/8/8/8/7K/8 w - - 0 1 2");
new BanChess(undefined, "1. {banning: e2e4} d4");
new BanChess(null, null);

const result: ActionResult = game.play(actions[0]!);
if (result.success) {
  same<typeof result, Played>(true);
  const flags: GameFlags = result.flags;
  const all: boolean[] = [flags.check, flags.checkmate, flags.stalemate, flags.draw, flags.gameOver, flags.insufficientMaterial, flags.threefoldRepetition, flags.fiftyMoveRule,
    flags.banCausedCheckmate, flags.banCausedStalemate, flags.capture, flags.enPassant, flags.castle, flags.promotion];
  const words: string[] = [result.san, result.newFen];
  void [all, words];
  const action: Action = result.action;
  if ("ban" in action) void action.ban.from;
  else void action.move.promotion;
} else {
  same<typeof result, Refusal>(true);
  const details: ErrorDetails = result;
  const code: ErrorCode = result.code;
  const faults: readonly Fault[] = details.faults ?? [];
  void [result.error, code, faults[0]?.error, faults[0]?.code];
}
// Without checking success; types-ban-chess.ts has more of this.
void [result.error, result.success, result.code, result.flags?.castle];

same<ReturnType<BanChess["getLegalActions"]>, Action[]>(true);
same<ReturnType<BanChess["legalActionsFrom"]>, Action[]>(true);
game.legalActionsFrom("e2");
const numbers: number[] = [game.getPly()];
const players: Player[] = [game.getActivePlayer(), game.nextMoveColor()];
const types: ActionType[] = [game.getActionType()];
const texts: string[] = [game.pgn(), game.movetext(), game.ascii(), VERSION, BanChess.VERSION, ...game.getActionLog(), ...game.getActionHistory()];
const fen: BanChessFEN = game.fen();
const last: SerializedAction | null = game.getLastActionSerialized();
const notation: BanChessNotation = BanChess.serializeAction({ move }, "#" satisfies Indicator);
const read: Action = BanChess.deserializeAction(notation);
const banned: Ban | null = game.currentBannedMove;
const entries: HistoryEntry[] = [...game.history(), ...game];
for (const { ply, player, actionType, action, san, fen, bannedMove, flags } of entries) void [ply, player, actionType, action.from, san, fen, bannedMove?.to, flags.check];
const sync: SyncState = game.getSyncState();
const counted: number[] = [game.getSyncState().ply, game.getSyncState().moveNumber];
game.loadFromSyncState(sync);
game.loadFromSyncState({ fen });
game.loadFromSyncState({ fen, lastAction: "b:e2e4", moveNumber: 1 });
const tree: GameTree = parsePGN("1. {banning: e2e4} d4 *"), node: TreeNode = tree.root.add("b:e2e4").add({ move: { from: "d2", to: "d4" } });
const change: AnnotationChange = { comment: null, nags: [1], eval: { mate: 2, depth: 3 }, clock: 1, drawings: [{ color: "green", from: "e2" }], commentBefore: "" };
const about: Annotation = node.annotate(change), aboutRecord: AnnotationRecord = { eval: { centipawns: 3 } };
const evaluation: Evaluation | null = about.eval, drawings: readonly Drawing[] = about.drawings;
const treeRecord: TreeRecord = tree.toJSON(), nodes: readonly NodeRecord[] = treeRecord.nodes;
void [aboutRecord, evaluation?.mate, evaluation?.centipawns, drawings[0]?.to, nodes[0]?.san, node.parent?.children, node.next, node.end, node.isMainLine, node.line(), node.fen, node.flags?.check,
  node.bannedMove?.from, node.bcn, node.player, node.actionType, node.moveNumber, node.ply, node.san, node.action, node.promote(), node.delete(), node.game().fen()];
void [new GameTree(), GameTree.fromJSON(treeRecord), tree.end, tree.mainLine(), [...tree], tree.fen, tree.pgn(), tree.movetext(), tree.result().token, tree.endAs("resignation", "white"), tree.endAs(null),
  tree.tags(), tree.setTag("White", "Ada"), tree.clone(), tree.free(), tree[Symbol.dispose]];
const readOptions: ReadPGNOptions = { onError: (e: BanChessError, line: number) => console.error(e, line) };
const stream: PGNStream = new Blob([]).stream(), pgnSource: PGNSource = stream;
void (async () => { for await (const one of readPGN(pgnSource, readOptions)) same<typeof one, GameTree>(true); });
void [readPGN("x"), readPGN(new Blob([])), GameTree.of(game).pgn()];
// @ts-expect-error nothing to read from
readPGN(1);
const comments: PositionComment[] = game.getComments(), comment: GameComment = { at: 1, comment: "x", nags: [1] };
game.setComment(game.getComment() + game.removeComment() + comments[0]?.fen + game.removeComments().length + comment.at);
const source: GameSource = { fen, actions: ["b:e2e4"], ended: "resignation", winner: "white" };
game.load(source);
game.load({ pgn: "1. {banning: e2e4} d4" });
game.load({ comments: [comment] });
const answers: boolean[] = [
  game.undo(), game.redo(), game.canUndo(), game.canRedo(), game.inCheck(), game.inCheckmate(), game.inStalemate(), game.inDraw(), game.inThreefoldRepetition(),
  game.insufficientMaterial(), game.gameOver(), game.isLegal(read), game.isLegal("b:e2e4"),
];
game.reset();
const ends: EndResult[] = [game.resign(), game.resign("white"), game.agreeDraw(), game.timeOut("black")];
const standing: GameResult = game.result();
const reason: Reason | null = standing.reason;
void [standing.over, standing.winner, standing.text, standing.token, reason];
if (ends[0]!.success) same<Ended["text"], string>(true);
else same<Refusal["error"], string>(true);
void [ends[0]!.text, ends[0]!.code];
const config: IndicatorConfig = { pgn: true };
game.setIndicatorConfig(config);
same<ReturnType<BanChess["getIndicatorConfig"]>, Required<IndicatorConfig>>(true);
game.getIndicatorConfig();
game.setTag("White", "Ada");
const tags: Record<string, string> = game.tags();
const copy: BanChess = game.clone();
const end: () => void = copy.subscribe((event: GameEvent) => {
  if (event.type === "action") void [event.action, event.san, event.flags];
});
end();
const placed: Piece | undefined = game.get("e2"), board: Board = game.board(), corner: PlacedPiece | null | undefined = board[0]?.[0];
void [placed?.type satisfies PieceSymbol | undefined, placed?.color satisfies Player | undefined, corner?.square];
void [game.findPiece({ type: "n", color: "white" }), game.attackers("f3"), game.attackers("f3", "black"), game.squareColor("a1"), squareColor("a1")];
void [game.moveNumber() + game.perft(2), game.hash().length];
const detailed: DetailedAction[] = game.getLegalActions({ verbose: true }), plain: Action[] = game.getLegalActions({ verbose: false });
const { san, piece, captured }: ActionDetails = detailed[0]!;
void [plain, san, piece satisfies PieceSymbol, captured satisfies PieceSymbol | undefined, game.legalActionsFrom("e2", { verbose: true })[0]?.san, game.play(detailed[0]!).captured];
class Mine extends BanChess { own = 5; }
void [new Mine().clone().own, BanChess.fromStandardFEN("x", 2, { from: "e2", to: "e4" }), BanChess.fromStandardFEN("x", null), BanChess.fromStandardPGN("x"), game.fen({ standard: true }), `${game}`];
const setup = new Setup(game.fen()), cleared: Piece | undefined = setup.remove("e2");
Object.assign(setup, new Setup());
setup.put({ type: "k", color: "white" }, "e1");
setup.enPassant = null; setup.ban = ban; setup.ply = 2; setup.mover = "black"; setup.castling = "KQ"; setup.halfmoves = 0; setup.fullmoves = 1;
const faults: readonly Fault[] = setup.faults(), ready: BanChess = setup.game();
setup.clear();
void [cleared, faults, ready, setup.get("e1"), setup.board(), setup.fen(), setup.toJSON()];
const record: GameRecord = game.toJSON();
game.load(record);
void [record.fen, record.actions, record.ended, record.winner, record.tags, record.indicators];
void [BanChess.fromJSON(record), BanChess.fromJSON("{}"), BanChess.fromStandardFEN("x"), BanChess.replayFromActions(["b:e2e4"], fen), BanChess.replayFromActions([read])];
void [game.playSerializedAction("b:e2e4"), game.play({ from: "e2", to: "e4" }), game.isLegal({ from: "e7", to: "e8", promotion: "q" })];
game.free();
game[Symbol.dispose]();
void new BanChessError({ code: "crashed", error: "x" });
const codes: ErrorCode[] = ["desync", "busy"];
void [counted, codes, numbers, players, types, texts, last, banned, answers, tags];

async function remote(worker: WorkerLike): Promise<void> {
  const client = new Client(worker);
  await client.initialize({ wasmURL: "x", onCrash: (e) => void e.code });
  const game: Game = await client.create();
  const others: Game[] = [await client.replayFromActions(["b:e2e4"]), await client.fromStandardFEN("x"), await client.fromStandardPGN("x"), await client.fromJSON("{}"), await game.clone()];
  const answer: ActionResult = await game.play({ ban: { from: "e2", to: "e4" } });
  const now: Ban | null = await game.currentBannedMove();
  same<ReturnType<Remote["getPly"]>, Promise<number>>(true);
  (await game.subscribe((e: GameEvent) => void e.type))();
  await game.call("fen");
  void (await game.getLegalActions({ verbose: true }))[0]?.captured;
  void (await game.getLegalActions()).length;
  await game.free();
  void [await client.parsePGN("x") satisfies TreeRecord, await client.writePGN(treeRecord), await client.writePGN(tree), (await game.tree()).nodes];
  void [others, answer, now, await client.call("create", undefined, [])];
  const talk: WorkerSession = await client.session();
  talk.addEventListener("reply", ({ reply }) => void reply.ply);
  await talk.send({ message_type: "state" });
  const state: Reply = await talk.request({ message_type: "state" });
  void state;
  await talk.close();
  void talk.number;
  client.terminate();
  (await Client.start()).terminate();
}
void remote;

async function converse(): Promise<void> {
  const session = new Session();
  const hear = (event: ReplyEvent): void => void event.reply.fen;
  session.addEventListener("reply", hear, { once: true });
  session.addEventListener("other", { handleEvent: (event) => void event.type });
  session.removeEventListener("reply", hear);
  const request: SessionRequest = { message_type: "ban", from: "E2", to: "E4" };
  session.send(request);
  session.send("{}");
  const reply: Reply = await session.request({ message_type: "best_action", depth: 2 });
  if (reply.message_type === "best_action") void [reply.bcn, reply.score.mate ?? reply.score.centipawns];
  if (reply.message_type === "failure") void [reply.code, reply.hint];
  session.dispatchEvent(new ReplyEvent(reply));
  session.close();
}
void converse;

async function think(game: BanChess, signal: AbortSignal): Promise<void> {
  const places: EngineOptions = { wasmURL: "x", workerURL: new URL("https://example.com/worker.js") };
  const engine = new Engine(places);
  engine.addEventListener("state", (event: EngineEvent) => void [event.state satisfies EngineState, event.error?.code]);
  engine.addEventListener("restart", ({ error }) => void error?.message, { once: true });
  const options: SearchOptions = { lines: 3, depth: 8, time: 1000, nodes: 1e6, level: LEVELS, fresh: true, signal };
  const positions: Searchable[] = [game, game.toJSON(), game.fen()];
  const best: Best = await engine.best(positions[0]!, options);
  const score: PlayerScore = best.score, player: Player = score.for;
  const worth: number = score.mate ?? score.centipawns;
  for await (const info of engine.analyze(game)) {
    const { depth, selectiveDepth, line, score, nodes, nodesPerSecond, time, actions }: Info = info;
    void [depth, selectiveDepth, line, score, nodes, nodesPerSecond, time, actions[0]];
  }
  same<Awaited<ReturnType<Engine["best"]>>["reply"], SerializedAction | null>(true);
  // @ts-expect-error the times of UCI
  void engine.best(game, { movetime: 5 });
  engine.stop();
  engine.close();
  void [player, worth, best.action, best.info?.depth, engine.state];
}
void think;

function reportOn(look: Look): string {
  const judged: Judged = { player: "white", type: "ban", before: look.score, after: { mate: 1 }, better: true };
  const { judgements, tally, turningPoint }: Judgements = judge([judged]);
  same<typeof turningPoint, number | null>(true);
  const [judgement]: readonly (Judgement | undefined)[] = judgements, { bans, moves }: { readonly bans: Tally; readonly moves: Tally } = tally.black;
  void [judgement?.mark, judgement?.missedMate, judgement?.loss, judgement?.accuracy, bans.actions, bans.accuracy, moves.inaccuracies, moves.mistakes, moves.blunders];
  const one: Unexplained = { fen: START_FEN, actions: [], action: "b:a2a3", before: look, after: look, further: [look] };
  const { text, kind, turns, before, after, line, lost, won, better, look: next }: Explanation = explain(one);
  same<typeof next, { readonly fen: BanChessFEN; readonly actions: readonly SerializedAction[]; readonly nodes: number } | undefined>(true);
  void [turns, before.mate, after.centipawns, line, lost, won, better];
  return kind === "numbers" ? "" : text;
}
void reportOn;

async function practise(tree: GameTree, engine: Engine, signal: AbortSignal): Promise<ReviewState> {
  const add: Exercise[] = tree.exercises({ game: "g1", player: "white" });
  const day: Day = dayOf(), request: ReviewRequest = { add, day, new: 3, opening: true };
  const { state, added, counted, due, next }: Reviewed = review(request);
  const options: LookOptions = { nodes: 1000, signal }, { score: worth }: Look = await look(engine, { fen: START_FEN, actions: [] }, options);
  const card: Card | undefined = state.cards.find(({ id }) => id === due[0]);
  if (!card) return state;
  const { fen, best, better, played, mark, text, game, answers, dropped } = card;
  const attempted: Attempted = { fen, actions: [], action: played, best: { score: best, actions: better }, signal };
  const { keeps, score, actions }: Tried = await tryAction(engine, attempted);
  const grade: Grade = keeps ? 3 : 1;
  void [added, counted, next, mark, text, game, answers[0]?.[0], dropped, score.mate, actions, state.version, worth.mate];
  return review({ state, merge: state, drop: "x", answer: { id: card.id, grade }, day }).state;
}
void practise;

async function inARoom(options: RoomOptions, WebSocket: new (url: string) => SocketLike): Promise<SeatState> {
  const isThere: boolean = await hasRooms("https://example.org/"), { own, opponent, seat }: { own: RoomLink; opponent: RoomLink; seat: Player } = await openRoom("https://example.org/", options);
  const link: RoomLink | null = readRoomLink(writeRoomLink(opponent)), room = await Room.join(link ?? own, { WebSocket });
  room.addEventListener("message", (event: RoomEvent) => {
    const message: RoomMessage = event.message, standing: RoomStanding = message;
    if (message.message_type === "state") void ((state: RoomState): string => state.log)(message);
    if (message.message_type === "game_end") console.log(message.victor, message.reason, standing.number);
  });
  room.addEventListener("closed", ({ error }: RoomClosedEvent) => console.log(error instanceof RoomError && error.code, isThere, seat, room.seat, room.log, room.link.secret));
  const request: RoomRequest = { message_type: "ban", from: "e2", to: "e4" };
  const answer = await room.request(request);
  room.close();
  return answer.seats.white;
}
void inARoom;
