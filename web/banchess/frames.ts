// The animation frames and timers of the board's document.

const ASLEEP = 10_000; // milliseconds, the least that a timer takes while there is nothing to draw

/** The window of the frame, in which the program finds `banchessWake`. */
type View = Window & typeof globalThis & { banchessWake?: () => void };

/**
 * Lets the program in a window sleep while there is nothing to draw. Ebitengine's
 * loop asks for an animation frame at the end of each, sixty times a second for
 * ever. It takes the function that does so from its window when it starts; here
 * that becomes one that keeps what is asked for until the board wakes.
 *
 * The timers it sets meanwhile become long ones: its own is Ebitengine's, which looks
 * after sound ten times a second. Go's runtime looks at what is due whenever it is
 * entered, so that nothing is late by this once the board wakes.
 *
 * Call it before the program starts. Frames pass as they come until the function
 * that is returned is called, when the board has been drawn for the first time.
 */
export function holdFrames(view: View): () => void {
  const request = view.requestAnimationFrame.bind(view);
  let held: FrameRequestCallback | null = null;
  let free = true; // the loop runs as it likes
  let due = false; // woken while a frame was drawn, or under way

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
 * Has the program in a window draw without antialiasing, which browsers switch on unasked
 * and Ebitengine does not switch off. It ends each frame with one picture as large as the
 * canvas, in which no edge would be smoothed, and every pixel painted four times.
 */
export function withoutAntialiasing(view: View): void {
  const { prototype } = view.HTMLCanvasElement;
  const getContext = prototype.getContext as (kind: string, options?: object) => RenderingContext | null;
  prototype.getContext = function (this: HTMLCanvasElement, kind: string, options?: object) {
    return getContext.call(this, kind, { ...options, antialias: false });
  } as typeof prototype.getContext;
}
