// Ways by which texts go between two pages. A session needs no more of them than this.

/** A connection that is open. */
export interface Transport {
  /** Sends a text. After the connection has closed, it does nothing. */
  send(text: string): void;
  /** Calls hear with each text that arrives, and closed once when the connection has closed. */
  listen(hear: (text: string) => void, closed: () => void): void;
  close(): void;
  /** Milliseconds without a text after which the other page counts as gone; undefined if it says when it goes. */
  readonly patience?: number;
}
