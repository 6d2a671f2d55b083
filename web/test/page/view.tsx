// Tests of web/page/view/view.ts in a document. scripts/e2e/view_test.go runs them in Chromium.

import { Fragment, draw, h } from "../../page/view/view.js";

const tests: [name: string, run: (root: HTMLElement) => void][] = [];
const test = (name: string, run: (root: HTMLElement) => void) => tests.push([name, run]);

function equal(actual: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${a}, want ${b}`);
}

const List = ({ items }: { items: readonly string[] }) => <ul>{items.map((item) => <li key={item}>{item}</li>)}</ul>;
const texts = (root: Element) => [...root.querySelectorAll("li")].map(({ textContent }) => textContent);

test("text, numbers, fragments and empty values", (root) => {
  draw(root, <p class="a">{1} {"<b>"}{false}{null}{undefined}{true}{""}<>x<i>y</i></></p>);
  equal(root.innerHTML, '<p class="a">1 &lt;b&gt;x<i>y</i></p>');
  draw(root);
  equal(root.innerHTML, "");
});

test("attributes come, change and go", (root) => {
  draw(root, <button disabled aria-pressed={false} data-n={1} draggable={false} title="t">x</button>);
  const button = root.firstElementChild!;
  equal(root.innerHTML, '<button disabled="" aria-pressed="false" data-n="1" draggable="false" title="t">x</button>');
  draw(root, <button disabled={false} aria-pressed={true} title={undefined}>y</button>);
  equal(root.innerHTML, '<button aria-pressed="true">y</button>');
  equal(root.firstElementChild === button, true);
});

test("style is what a content security policy lets a script set", (root) => {
  draw(root, <p style="--n: 1; color: red">x</p>);
  const { style } = root.firstElementChild as HTMLElement;
  equal([style.getPropertyValue("--n"), style.color], ["1", "red"]);
  draw(root, <p style="--n: 2">x</p>);
  equal([style.getPropertyValue("--n"), style.color], ["2", ""]);
});

test("an attribute that is a function is asked when it is set", (root) => {
  let name = "a";
  const title = () => name;
  const markup = () => <p title={title}>x</p>, kept = markup();
  draw(root, kept);
  name = "b";
  draw(root, markup());
  equal(root.innerHTML, '<p title="a">x</p>'); // the same function: nothing has changed
  draw(root);
  draw(root, kept);
  equal(root.innerHTML, '<p title="b">x</p>');
});

test("another element takes the place of one with another tag", (root) => {
  draw(root, <p>a</p>, "b", <p>c</p>);
  draw(root, "a", <b>b</b>, <p>c</p>);
  equal(root.innerHTML, "a<b>b</b><p>c</p>");
});

test("a list of every order into every other, by key, keeps its elements", (root) => {
  const orders = ["", "a", "b", "ab", "ba", "abc", "cab", "cba", "bd", "dcba", "axbyc", "zyx"].map((order) => [...order]);
  for (const before of orders) {
    for (const after of orders) {
      draw(root, <List items={before} />);
      const were = new Map([...root.querySelectorAll("li")].map((item) => [item.textContent, item]));
      draw(root, <List items={after} />);
      equal(texts(root), after);
      for (const item of root.querySelectorAll("li")) {
        const was = were.get(item.textContent);
        if (was && was !== item) throw new Error(`${before} to ${after}: ${item.textContent} was made again`);
      }
    }
  }
});

test("an element that is taken out or put in front moves no other", (root) => {
  const moved: string[] = [];
  draw(root, <List items={["a", "b", "c"]} />);
  const watcher = new MutationObserver(() => {});
  watcher.observe(root, { childList: true, subtree: true });
  draw(root, <List items={["b", "c"]} />);
  draw(root, <List items={["x", "b", "c"]} />);
  for (const { addedNodes, removedNodes } of watcher.takeRecords()) moved.push(...[...addedNodes, ...removedNodes].map(({ textContent }) => textContent!));
  equal(moved, ["a", "x"]);
});

test("the focus stays where an element moves", (root) => {
  const View = ({ names }: { names: string[] }) => <>{names.map((name) => <button key={name} id={`focus-${name}`}>{name}</button>)}</>;
  draw(root, <View names={["a", "b"]} />);
  for (const name of ["a", "b"]) {
    document.getElementById(`focus-${name}`)!.focus();
    for (const names of [["b", "a"], ["a", "b"], ["c", "b", "a"]]) {
      draw(root, <View names={names} />);
      equal(document.activeElement?.id, `focus-${name}`);
    }
  }
});

test("a handler is the latest one, and goes", (root) => {
  const calls: number[] = [];
  for (const n of [1, 2, 3]) {
    draw(root, <button onclick={n < 3 ? () => calls.push(n) : undefined}>x</button>);
    (root.firstElementChild as HTMLElement).click();
  }
  equal(calls, [1, 2]);
});

test("value and checked win over what a person did, also where the state is as before", (root) => {
  const view = () => <form><input value="a" /><input type="checkbox" checked={true} /><select value="2"><option value="1">1</option><option value="2">2</option></select></form>;
  draw(root, view());
  const [text, box, choice] = root.querySelectorAll<HTMLInputElement>("input, select");
  text!.value = "typed";
  box!.checked = false;
  choice!.value = "1";
  draw(root, view());
  equal([text!.value, box!.checked, choice!.value], ["a", true, "2"]);
});

test("what is typed into a field that tells only when it is left stays until then, unless the state changes", (root) => {
  const view = (value: string) => <><input value={value} /><input value={value} oninput={() => {}} /></>;
  draw(root, view("a"));
  const [told, heard] = root.querySelectorAll("input");
  for (const field of [told!, heard!]) {
    field.focus();
    field.value = "typed";
    draw(root, view("a"));
  }
  equal([told!.value, heard!.value], ["a", "a"]); // the first has lost the focus
  told!.focus();
  told!.value = "typed";
  draw(root, view("a"));
  equal(told!.value, "typed");
  draw(root, view("b"));
  equal(told!.value, "b");
});

test("a drawing is SVG, and what is foreign in it is HTML", (root) => {
  draw(root, <svg viewBox="0 0 1 1"><g><path d="M0 0" /></g><foreignObject><p>x</p></foreignObject></svg>);
  const spaces = [...root.querySelectorAll("*")].map(({ localName, namespaceURI }) => `${localName} ${namespaceURI!.slice(-4)}`);
  equal(spaces, ["svg /svg", "g /svg", "path /svg", "foreignObject /svg", "p html"]);
  equal(root.querySelector("svg")!.getAttribute("viewBox"), "0 0 1 1");
});

test("the same markup is not compared again", (root) => {
  const row = <p>a</p>;
  draw(root, row);
  root.firstElementChild!.textContent = "changed by hand";
  draw(root, row);
  equal(root.textContent, "changed by hand");
});

test("an element that is drawn without children keeps what others put there", (root) => {
  let made = 0;
  const view = (title: string) => <div ref={(element: HTMLElement) => { made++; element.append("mine"); }} title={title} />;
  draw(root, view("a"));
  draw(root, view("b"));
  equal([root.innerHTML, made], ['<div title="b">mine</div>', 1]);
});

test("drawing while something is drawn comes after it", (root) => {
  draw(root, <p>a</p>, <b ref={() => draw(root, <i>x</i>)}>b</b>, <p>c</p>);
  equal(root.innerHTML, "<i>x</i>");
});

test("a view that fails does not stop the next one", (root) => {
  try {
    draw(root, { tag: "no tag", props: {}, children: [] });
  } catch {
    draw(root, "next");
  }
  equal(root.textContent, "next");
});

/** Runs all tests. Returns the name of each with its error, or "". */
export function run(): [string, string][] {
  return tests.map(([name, test]) => {
    const root = document.body.appendChild(document.createElement("div"));
    try {
      test(root);
      return [name, ""];
    } catch (error) {
      return [name, String(error)];
    } finally {
      root.remove();
    }
  });
}
