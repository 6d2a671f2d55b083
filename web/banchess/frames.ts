// Animation frames and timers of the board's document.

const ASLEEP = 10_000; // the shortest timer while there is nothing to draw, in milliseconds

/** The window of the iframe, in which the program finds `banchessWake`. */
type View = Window & typeof globalThis & { banchessWake?: () => void };

/**
 * Makes the program in a window sleep while there is nothing to draw. Ebitengine's
 * loop requests the next animation frame at the end of each frame, without end. It
 * takes requestAnimationFrame from its window when it starts. This function replaces
 * it there with one that holds the request until the board calls banchessWake.
 *
 * While a request is held, timers become longer. The only regular one is Ebitengine's
 * for sound, ten times a second. Go's runtime runs all timers that are due whenever it
 * is entered, so none of them is late after the board wakes.
 *
 * Call it before the program starts. Requests pass through until the returned function
 * is called, which happens when the board has been drawn for the first time.
 */
export function holdFrames(view: View): () => void {
  const request = view.requestAnimationFrame.bind(view);
  let held: FrameRequestCallback | null = null;
  let free = true; // requests pass through
  let due = false; // the board was woken while no request was held

  view.requestAnimationFrame = (callback) => {
    if (free || due) {
      due = false;
      return request(callback);
    }
    held = callback;
    return 0;
  };
  const wait = view.setTimeout.bind(view) as (callback: TimerHandler, delay?: number, ...rest: unknown[]) => number;
  view.setTimeout = ((callback: TimerHandler, delay = 0, ...rest: unknown[]) =>
    wait(callback, held ? Math.max(delay, ASLEEP) : delay, ...rest)) as typeof view.setTimeout;
  view.banchessWake = () => {
    if (!held) {
      due = true;
      return;
    }
    const callback = held;
    held = null;
    request(callback);
  };
  return () => { free = false; };
}

/**
 * Makes the program in a window draw without antialiasing, which browsers enable by default
 * and Ebitengine does not disable. Each frame ends with one picture that fills the canvas:
 * it has no edges to smooth, but every pixel would be painted four times.
 */
export function withoutAntialiasing(view: View): void {
  const { prototype } = view.HTMLCanvasElement;
  const getContext = prototype.getContext as (kind: string, options?: object) => RenderingContext | null;
  prototype.getContext = function (this: HTMLCanvasElement, kind: string, options?: object) {
    return getContext.call(this, kind, { ...options, antialias: false });
  } as typeof prototype.getContext;
}
