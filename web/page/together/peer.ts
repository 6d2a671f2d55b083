// A connection of WebRTC to another browser, which no server helps to make: the two
// descriptions go from one to the other as codes.

import { CodeError } from "./code.js";
import type { Transport } from "./session.js";

const SILENCE = 6000; // milliseconds in which three beats come; the browser notices a lost connection after half a minute
const GATHERING = 3000; // milliseconds after which no more addresses are waited for

export class Peer {
  /** Resolves when the connection is open. */
  readonly opened: Promise<Transport>;
  #connection: RTCPeerConnection;
  #closed = () => {};

  /** @param stun the address of a STUN server, or "" */
  constructor(stun: string) {
    if (!("RTCPeerConnection" in globalThis)) throw new CodeError("no_webrtc");
    try {
      this.#connection = new RTCPeerConnection({ iceServers: stun ? [{ urls: stun.replace(/^(?!stuns?:)/, "stun:") }] : [] });
    } catch {
      throw new CodeError("bad_stun");
    }
    // Both sides make the channel with the same number, so it need not be announced.
    const channel = this.#connection.createDataChannel("banchess", { negotiated: true, id: 0 });
    this.opened = new Promise((open) => {
      channel.onopen = () => open({
        send: (text) => { if (channel.readyState === "open") channel.send(text); },
        listen: (hear, closed) => {
          channel.onmessage = ({ data }) => { if (typeof data === "string") hear(data); };
          channel.onclose = this.#closed = closed;
        },
        close: () => this.close(),
        patience: SILENCE,
      });
    });
    this.#connection.onconnectionstatechange = () => {
      if (channel.readyState === "open" && this.#connection.connectionState === "failed") this.#closed();
    };
  }

  /** Reports whether the two networks let the browsers see each other. A browser that has no answer yet replies, too. */
  get isReached(): boolean { return /^(connected|completed)$/.test(this.#connection.iceConnectionState); }

  /** Returns the description of this side, which the other one has to get. */
  async offer(): Promise<string> {
    await this.#connection.setLocalDescription();
    await this.#gathered();
    return this.#connection.localDescription!.sdp;
  }

  /** Takes the description of the other side, and returns that of this one. Rejects with a CodeError if the browser refuses it. */
  async answer(sdp: string): Promise<string> {
    await this.#take({ type: "offer", sdp });
    return this.offer();
  }

  /** Takes the answer of the other side. Rejects with a CodeError if the browser refuses it. */
  accept(sdp: string): Promise<void> {
    return this.#take({ type: "answer", sdp });
  }

  close(): void {
    this.#connection.close();
  }

  async #take(description: RTCSessionDescriptionInit): Promise<void> {
    try {
      await this.#connection.setRemoteDescription(description);
    } catch {
      throw new CodeError("bad_code");
    }
  }

  /** Resolves when all addresses of this side are known, or have been waited for long enough. */
  #gathered(): Promise<void> {
    const connection = this.#connection;
    return new Promise((done) => {
      const look = () => { if (connection.iceGatheringState === "complete") done(); };
      connection.addEventListener("icegatheringstatechange", look);
      look();
      setTimeout(done, GATHERING);
    });
  }
}
