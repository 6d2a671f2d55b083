// Opens a directory of files in a headless Chromium, and waits for the text that a page
// writes into its element #out.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFile, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".css": "text/css", ".json": "application/json" };

// Sends the text of #out, or an error, to the server.
const REPORT = `<script>
  const report = (kind, text) => fetch("/report?" + kind, { method: "POST", body: text });
  addEventListener("error", (e) => report("error", e.message));
  addEventListener("unhandledrejection", (e) => report("error", String(e.reason?.stack ?? e.reason)));
  new MutationObserver(() => { const text = document.querySelector("#out")?.textContent; if (text) report("out", text); })
    .observe(document, { subtree: true, childList: true, characterData: true });
</script>`;

/** Returns the text that the page at a path in the directory shows. */
export async function shownBy(t, dir, path) {
  const profile = await mkdtemp(join(tmpdir(), "banchess-chromium-"));
  let answer;
  const shown = new Promise((resolve, reject) => { answer = { resolve, reject }; });
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, "http://localhost");
    if (url.pathname === "/report") {
      let text = "";
      for await (const piece of request) text += piece;
      response.end();
      return url.search === "?out" ? answer.resolve(text) : answer.reject(new Error(`the page failed: ${text}`));
    }
    try {
      const bytes = await readFile(join(dir, decodeURIComponent(url.pathname)));
      response.setHeader("Content-Type", TYPES[extname(url.pathname)] ?? "application/octet-stream");
      response.end(url.pathname === path ? REPORT + bytes : bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => { server.listen(0, "localhost", resolve); });
  const browser = spawn(process.env.CHROMIUM ?? "chromium", [
    "--headless=new", "--no-sandbox", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--use-angle=swiftshader", "--enable-unsafe-swiftshader", `--user-data-dir=${profile}`, `http://localhost:${server.address().port}${path}`,
  ], { stdio: "ignore" });
  const closed = new Promise((resolve) => { browser.on("exit", resolve); browser.on("error", (e) => { answer.reject(e); resolve(); }); });
  const impatience = setTimeout(() => answer.reject(new Error("the page shows nothing")), 60_000);
  t.after(async () => {
    clearTimeout(impatience);
    browser.kill();
    await closed;
    server.closeAllConnections();
    await new Promise((resolve) => { server.close(resolve); });
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
  const text = await shown;
  assert.ok(text.length > 0);
  return text;
}
