// The sounds of bans and moves, synthesized from tones and noise. It is loaded with the first sound.

import type { BanChessBoard } from "../../banchess/board.js";

export type Sound = "ban" | "move" | "capture" | "check" | "end";

/** A tone, or noise around a frequency, that fades out. */
interface Part {
  readonly wave: OscillatorType | "noise";
  readonly from: number; // hertz
  readonly to?: number; // the frequency at the end, if it changes
  readonly at?: number; // seconds from the beginning
  readonly length: number; // seconds
  readonly volume: number; // 0 to 1
}

const KNOCK: readonly Part[] = [
  { wave: "noise", from: 1400, length: 0.05, volume: 0.5 },
  { wave: "sine", from: 260, to: 150, length: 0.09, volume: 0.45 },
];
/** The parts of each sound. */
export const SOUNDS: { readonly [S in Sound]: readonly Part[] } = {
  move: KNOCK,
  capture: [...KNOCK, { wave: "noise", from: 2600, at: 0.035, length: 0.09, volume: 0.7 }, { wave: "triangle", from: 190, to: 90, at: 0.03, length: 0.14, volume: 0.45 }],
  // A closing door: low and falling.
  ban: [{ wave: "square", from: 150, to: 75, length: 0.16, volume: 0.16 }, { wave: "noise", from: 420, length: 0.11, volume: 0.55 }],
  check: [...KNOCK, { wave: "triangle", from: 880, at: 0.04, length: 0.16, volume: 0.28 }, { wave: "triangle", from: 1175, at: 0.12, length: 0.22, volume: 0.24 }],
  end: [392, 523, 659].map((from, i): Part => ({ wave: "triangle", from, at: i * 0.13, length: 0.55, volume: 0.26 })),
};

const LOUDNESS = 0.5;

/** Milliseconds until the animation of an action is over: to start a device takes up to half a second of the page's thread. */
const PAUSE = 300;

/** Milliseconds of silence until the device is stopped: it draws on a phone's battery even when it plays nothing. */
const REST = 10_000;

/** Starts the device for sounds. Returns a function that makes a sound now. */
export async function createSynth(board: BanChessBoard): Promise<(sound: Sound) => void> {
  await new Promise((done) => setTimeout(done, PAUSE));
  const context = new AudioContext();
  let rest: ReturnType<typeof setTimeout> | undefined;
  const wake = () => {
    void context.resume();
    clearTimeout(rest);
    rest = setTimeout(() => void context.suspend(), REST);
  };
  // Safari starts only during a press.
  for (const view of [window, board.frameWindow]) view?.addEventListener("pointerup", wake);
  return (sound) => {
    wake();
    make(context, sound);
  };
}

function make(context: AudioContext, sound: Sound): void {
  const out = new GainNode(context, { gain: LOUDNESS });
  out.connect(context.destination);
  for (const { wave, from, to = from, at = 0, length, volume } of SOUNDS[sound]) {
    const start = context.currentTime + at, end = start + length;
    const envelope = new GainNode(context, { gain: 0 });
    envelope.gain.setValueAtTime(volume, start);
    envelope.gain.exponentialRampToValueAtTime(0.001, end);
    envelope.connect(out);
    if (wave === "noise") {
      const source = new AudioBufferSourceNode(context, { buffer: noise(context, length) });
      source.connect(new BiquadFilterNode(context, { type: "bandpass", frequency: from, Q: 0.9 })).connect(envelope);
      source.start(start);
    } else {
      const source = new OscillatorNode(context, { type: wave, frequency: from });
      source.frequency.exponentialRampToValueAtTime(to, end);
      source.connect(envelope);
      source.start(start);
      source.stop(end);
    }
  }
}

function noise(context: AudioContext, length: number): AudioBuffer {
  const buffer = new AudioBuffer({ length: Math.ceil(length * context.sampleRate), sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
