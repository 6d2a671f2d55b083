/** @jsxImportSource preact */
// <ban-chess-board> in the TSX of Preact. It is only compiled, not run.
import { type BoardProps } from "banchess/preact";

const props: BoardProps = { fen: "8/P6k/8/8/8/8/7K/8 w - - 0 1 2", pieces: "contrast", assets: "/static/banchess" };
export const App = () => (
  <ban-chess-board orientation="black" readonly class="board" {...props} onaction={({ detail }) => void [detail.action, detail.source === "board"]} onfailed={(event) => void event.detail.code} />
);
// @ts-expect-error no such orientation
export const wrong = <ban-chess-board orientation="left" />;
