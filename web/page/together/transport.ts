// Ways by which texts go between two pages. A session needs no more of them than this.

/** A connection that is open. */
export interface Transport {
  /** Sends a text. After the connection has closed, it does nothing. */
  send(text: string): void;
  /** Calls hear with each text that arrives, and closed once when the connection has closed. */
  listen(hear: (text: string) => void, closed: () => void): void;
  close(): void;
}

/** What a data channel of WebRTC and a WebSocket have in common. */
interface Socket {
  readonly readyState: string | number;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: never) => void) | null;
  send(text: string): void;
  close(): void;
}

const OPEN: readonly (string | number)[] = ["open", 1];

/** Returns the transport over a data channel of WebRTC or a WebSocket, which is open. */
export function overSocket(socket: Socket): Transport {
  return {
    send: (text) => { if (OPEN.includes(socket.readyState)) socket.send(text); },
    listen(hear, closed) {
      socket.onmessage = ({ data }) => { if (typeof data === "string") hear(data); };
      socket.onclose = closed;
    },
    close: () => socket.close(),
  };
}
