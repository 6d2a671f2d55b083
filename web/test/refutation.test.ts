import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import type { HistoryEntry } from "../banchess/banchess.js";
import type { Explanation, Look } from "../banchess/tree.js";
import { firstLine, readPuzzles, stepsOf, type Goal, type Puzzle } from "../page/learn/puzzle.js";
import { refute, type Refutation, type Tools, type Wrong } from "../page/learn/refutation.js";
import { lineOf } from "../page/model/score.js";

const site = process.env["BANCHESS_SITE"], file = process.env["BANCHESS_PUZZLES"];
const needsBoth = { skip: site && file ? false : "BANCHESS_SITE or BANCHESS_PUZZLES is not set" };

const load = <T>(name: string) => import(pathToFileURL(join(site ?? "", name)).href) as Promise<T>; // beside its WebAssembly

/** Returns what a refutation needs in the game of a FEN, and a function that ends it. */
async function toolsAt() {
  const [{ BanChess, initialize }, { explain }, { Engine }] = await Promise.all([
    load<typeof import("../banchess/banchess.js")>("banchess.js"), load<typeof import("../banchess/tree.js")>("tree.js"), load<typeof import("../banchess/engine.js")>("engine.js"),
  ]);
  await initialize();
  const engine = new Engine();
  const at = (fen: string): Tools => ({
    async look(actions, nodes = 50_000): Promise<Look> {
      const { score, action, info } = await engine.best({ fen, actions }, { nodes, fresh: true });
      return lineOf({ score, depth: 0, actions: info?.actions ?? [action] });
    },
    play: (actions) => BanChess.replayFromActions(actions, fen).history(),
    explain,
  });
  return { at, BanChess, end: () => engine.close() };
}

const STRIDE = 20; // of the puzzles, one in so many is tried

/** Counts the men of a FEN, by letter. */
function menOf(fen: string): Map<string, number> {
  const men = new Map<string, number>();
  for (const letter of fen.split(" ")[0]!.replace(/[^a-z]/gi, "")) men.set(letter, (men.get(letter) ?? 0) + 1);
  return men;
}

const POINTS: { [letter: string]: number } = { q: 9, r: 5, b: 3, n: 3, p: 1, k: 0 };
const ROLES: { [role: string]: string } = { queen: "q", rook: "r", bishop: "b", knight: "n", pawn: "p" };
const NUMBERS = ["", "a", "two", "three", "four", "five", "six", "seven", "eight"];

/** Returns the points of pieces in words: 6 for "a rook and a pawn". */
const worthOf = (text: string) => [...text.matchAll(/(\w+) (queen|rook|bishop|knight|pawn)s?/g)].reduce((sum, [, n, role]) => sum + NUMBERS.indexOf(n!) * POINTS[ROLES[role!]!]!, 0);

/** Returns the points of a change in words: 2 for "a rook for a bishop". */
const change = (text: string) => text.split(" for ").map(worthOf).reduce((won, lost) => won - lost);

/** Returns how many points the solver has more at the end of some actions than at their start, counted on the board. */
function gained(tools: Tools, fen: string, actions: readonly string[], solver: string): number {
  const [before, after] = [menOf(fen), menOf(tools.play(actions).at(-1)!.fen)];
  let sum = 0;
  for (const [letter, n] of before) {
    const gone = n - (after.get(letter) ?? 0), isOwn = (letter === letter.toUpperCase()) === (solver === "white");
    sum += (isOwn ? -1 : 1) * gone * POINTS[letter.toLowerCase()]!;
  }
  return sum;
}

/** Checks what a refutation says against the board. Returns the kind of the claim. */
function check({ fen, before, action, solver }: Wrong, { gain }: Goal, { line, text }: Refutation, tools: Tools): string {
  const entries = tools.play([...before, action, ...line]), last = entries.at(-1)!, opponent = solver === "white" ? "Black" : "White";
  const own = () => gained(tools, fen, [...before, action, ...line], solver);
  const says = (form: RegExp) => form.exec(text);
  let found;
  if ((found = says(/^(\w+) plays (\S+?)(?:, bans (\S+))? and mates\.$/))) {
    assert.equal(found[1], opponent);
    assert.ok(last.flags.checkmate && last.player === opponent.toLowerCase(), text);
    if (found[3]) assert.equal(last.san, `${found[3].replace("–", "")}#`);
    return "mates";
  }
  if ((found = says(/^(\w+) mates in (\d+), beginning with \S+\.$/))) {
    assert.equal(found[1], opponent);
    assert.ok(line.length === 16 || last.flags.checkmate && last.player === opponent.toLowerCase(), text);
    return "mates in";
  }
  assert.ok(!last.flags.checkmate, text);
  if (says(/ escapes with \S+\.$|^\w+ plays \S+, and the score is \S+\.$/)) {
    assert.equal(last.player, opponent.toLowerCase());
    return "escapes";
  }
  if (says(/^It mates, but only in \d+\.$/)) return "slower";
  if ((found = says(/^You (win|lose) (.+?)(?: instead of |, but could have won )(.+?)\.$/))) {
    const won = found[2] === "nothing" ? 0 : change(found[2]!);
    assert.equal(own(), found[1] === "win" ? won : -won, text);
    const [, pawns] = /^material worth (\d) pawns$/.exec(found[3]!) ?? [];
    assert.equal(pawns ? Number(pawns) : change(found[3]!), gain, text);
    assert.ok(own() <= gain - 2, text);
    return "wins less";
  }
  if ((found = says(/^\w+ stays (.+) ahead\.$/))) {
    let ahead = 0;
    for (const [letter, n] of menOf(last.fen)) ahead += n * POINTS[letter.toLowerCase()]! * ((letter === letter.toUpperCase()) === (opponent === "White") ? 1 : -1);
    assert.equal(ahead, worthOf(found[1]!), text);
    return "ahead";
  }
  const reply = entries.slice(before.length + 1).find(({ player, actionType }) => player !== solver && actionType === "move");
  if ((found = says(/ after (\w+)’s (\S+)\.(?: A better answer|$)/))) assert.deepEqual(found.slice(1), [opponent, reply?.san], text); // on the board
  if (says(/^You lose /)) {
    assert.ok(own() < 0 || before.length > 0, text);
    return "loses";
  }
  assert.match(text, /^There was mate in .+ turns?\.$|^Your winning chances fall to \d+%( after \S+ \S+)?\. A better answer keeps them at \d+%\.$|^You could have won .+\.$|^Now it ends in stalemate, a draw\.$|^That allows \S+, and your winning chances fall to \d+%\.$|^\S+ was no threat\. The threat was \S+, and your winning chances fall to \d+%\.$|^That allows \S+ and \S+\. One ban cannot stop both\.$|^You would have to ban \S+, and that allows \S+\.$/);
  return "numbers";
}

/** Returns the best action of the engine that is not right in a puzzle, and one of no thought. */
function wrongsOf({ fen, line, solver, goal }: Puzzle, tools: Tools, legal: readonly string[]): Wrong[] {
  const steps = stepsOf(fen, line), right = firstLine(steps);
  const wrong = legal.filter((action) => !steps.some((step) => step.action === action));
  const worth = goal.kind === "mate" ? { mate: solver === "white" ? goal.turns : -goal.turns } : null;
  return [wrong[0], wrong[Math.floor(wrong.length / 2)]].filter((action) => action && !tools.play([action]).at(-1)!.flags.gameOver)
    .map((action) => ({ fen, before: [], action: action!, solver, goal, right, worth }));
}

test("what a wrong answer to a puzzle loses is shown and true", needsBoth, async (t) => {
  const { at, BanChess, end } = await toolsAt();
  t.after(end);
  const puzzles = readPuzzles((JSON.parse(readFileSync(file ?? "", "utf8")) as { file: string }).file);
  const told = new Map<string, number>();
  for (const puzzle of puzzles.filter((_, i) => i % STRIDE === 0)) {
    const tools = at(puzzle.fen), legal = new BanChess(puzzle.fen).getLegalActions().map((action) => BanChess.serializeAction(action));
    for (const wrong of wrongsOf(puzzle, tools, legal)) {
      const found = await refute(wrong, tools), kind = check(wrong, puzzle.goal, found, tools);
      told.set(`${puzzle.goal.kind}: ${kind}`, (told.get(`${puzzle.goal.kind}: ${kind}`) ?? 0) + 1);
    }
  }
  assert.ok((told.get("defend: mates") ?? 0) > 2 && (told.get("mate: escapes") ?? 0) > 2 && (told.get("material: wins less") ?? 0) > 0, JSON.stringify([...told]));
});

test("a ban that the sentence names is not named once more", async () => {
  const san: { [action: string]: string } = { "m:g8h6": "Nh6", "b:d1h5": "d1h5", "m:g1f3": "Nf3", "b:g1f3": "g1f3", "m:d1h5": "Qh5+" };
  const after: Look = { score: { centipawns: 150 }, actions: ["b:d1h5", "m:g1f3"] };
  const wrong: Wrong = { fen: "", before: [], action: "m:g8h6", solver: "black", goal: "best", right: ["m:e7e6"], worth: { centipawns: 20 }, after };
  const refuted = (kind: "forces_ban" | "two_threats") => refute(wrong, {
    look: () => Promise.reject(new Error("there is nothing to look at")),
    play: (actions) => actions.map((action) => ({ san: san[action]! }) as HistoryEntry),
    explain: () => ({ kind, text: "", line: ["b:d1h5", "m:g1f3"], other: ["m:g8h6", "b:g1f3", "m:d1h5"] }) as unknown as Explanation,
  });
  assert.deepEqual(await refuted("forces_ban"), { line: after.actions, text: "You would have to ban Qh5+, and that allows Nf3.", namesBan: true });
  assert.deepEqual(await refuted("two_threats"), { line: after.actions, text: "That allows Qh5+ and Nf3. One ban cannot stop both." });
});
