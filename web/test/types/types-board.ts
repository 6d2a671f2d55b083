// Uses every member of the board element, to check the types. It needs the types of
// the DOM. It is only compiled, not run.
import { BanChess, type Progress, type Square } from "banchess";
import { BanChessBoard, type Arrow, type BoardEvents, type BoardOptions, type BoardState, type Rect, type RefusedByRules } from "banchess/board";

const board: BanChessBoard = document.createElement("ban-chess-board");
document.querySelector("ban-chess-board")?.restart();
const game: BanChess = board.game;
board.game = new BanChess();
// @ts-expect-error no game
board.game = {};
const flags: boolean[] = [board.loaded, board.drawn, board.key("Escape")];
const view: Window | null = board.frameWindow;
const state: BoardState | null = board.state, options: BoardOptions | null = board.options;
if (state?.promotion) for (const { role, x, y, width, height } of state.promotion.roles) void [role, x, y, width, height, state.promotion.square];
const rect: Rect | null = board.squareRect("e2");
const arrows: Arrow[] = [{ from: "e2", to: "e4", kind: "hint-ban" }];
board.setArrows(arrows);
board.tap("e2");
// @ts-expect-error not a square
board.tap("e9");
board.cancel();
board.addEventListener("progress", ({ detail }: BoardEvents["progress"]) => void (detail satisfies Progress));
board.addEventListener("action", ({ detail }) => void [detail.action, detail.source === "board"]);
board.addEventListener("refused", ({ detail }) => void (detail satisfies RefusedByRules).code);
board.addEventListener("failed", ({ detail }) => void [detail.code, detail.message]);
board.setPremoves(["m:g1f3"]);
board.setPremoves(null);
// @ts-expect-error not a list
board.setPremoves();
board.addEventListener("premove", ({ detail }) => void (detail.action satisfies string | null));
board.addEventListener("select", ({ detail }) => void (detail.square satisfies Square | null));
board.addEventListener("promotion", ({ detail }) => void detail.open, { once: true });
for (const type of ["rules", "ready", "change", "stopped"] as const) board.addEventListener(type, () => {});
board.addEventListener("click", ({ clientX }) => void clientX);
void [game, flags, view, state?.selected, options?.orientation, rect, BanChessBoard.observedAttributes];
