// What the browser stores for the page. It may be blocked or full.

/** What is stored by a name; null for what is nothing of ours. */
export function read(key: string): { [name: string]: unknown } | null {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? "null");
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

/** Stores it. Returns what keeps it from being stored, in words without an end; "" if nothing does. */
export function write(key: string, value: unknown): string {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return "";
  } catch (error) {
    return (error as Error).name === "QuotaExceededError" ? "This browser’s storage is full" : "This browser lets the page store nothing";
  }
}
