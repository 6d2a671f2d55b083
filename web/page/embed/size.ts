// The height that an embedded board would like to have, for a host that lets it decide.

const LIST = 150; // pixels of the list, where it is below the board
const BESIDE = 560, PANEL = 272, LARGEST = 640; // as in embed.css: the narrowest frame with the list beside the board; the width of that; the largest board

/**
 * Calls a function with the height, in CSS pixels, now and whenever it changes. It depends
 * on the width of the frame and on what is said below the board, not on the height.
 */
export function watchHeight(panel: HTMLElement, tell: (height: number) => void): void {
  let last = 0;
  const measure = () => {
    const width = document.documentElement.clientWidth;
    if (width === 0) return; // a frame that is not shown
    const parts = [...panel.children] as HTMLElement[];
    const below = parts.reduce((sum, part) => sum + (part.id === "record" ? part.hidden ? 0 : LIST : part.scrollHeight), 0);
    const board = width < BESIDE ? width : Math.min(width - PANEL, LARGEST);
    const height = Math.ceil(width < BESIDE ? board + below : Math.max(board, below));
    if (height !== last) tell(last = height);
  };
  const observer = new ResizeObserver(measure);
  observer.observe(document.documentElement);
  for (const part of panel.children) observer.observe(part);
}
