// The animation frames of the board's document.

/** The window of the frame, in which the program finds `banchessWake`. */
type View = Window & typeof globalThis & { banchessWake?: () => void };

/**
 * Lets the program in a window sleep while there is nothing to draw. Ebitengine's
 * loop asks for an animation frame at the end of each, sixty times a second for
 * ever. It takes the function that does so from its window when it starts; here
 * that becomes one that keeps what is asked for until the board wakes.
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
