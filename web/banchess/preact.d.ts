// The types of <ban-chess-board> in the TSX of Preact. Import "banchess/preact" for the
// element and its types.
import type { HTMLAttributes } from "preact";
import type { BanChessBoard } from "./board.js";
import type { BoardProps } from "./boardtypes.js";

export * from "./board.js";

declare module "preact" {
  namespace createElement.JSX {
    interface IntrinsicElements {
      /** A Ban Chess board. */
      "ban-chess-board": HTMLAttributes<BanChessBoard> & BoardProps;
    }
  }
}
