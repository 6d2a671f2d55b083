// The types of <ban-chess-board> in the TSX of React 19. Import "banchess/react" for the
// element and its types.
import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { BanChessBoard } from "./board.js";
import type { BoardProps } from "./boardtypes.js";

export * from "./board.js";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      /** A Ban Chess board. */
      "ban-chess-board": DetailedHTMLProps<HTMLAttributes<BanChessBoard>, BanChessBoard> & BoardProps;
    }
  }
}
