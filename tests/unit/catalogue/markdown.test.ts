import { expect, test } from "vitest";
import {
  checkMarkdown,
  isAllowedLink,
  picturesIn,
  renderMarkdown,
  type TextNode,
} from "@server/catalogue/pages/markdown";

const own = "/media/images/5f0c1f0a-5f0c-4f0c-8f0c-5f0c1f0a5f0c.webp";

test.for([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "http://example.com",
  "ftp://example.com/a",
  "//example.com",
  "/\\example.com",
  "https://name:secret@example.com",
  "blob:https://example.com/1",
  "example.com",
])("allows no link to %j", (address) => {
  expect(isAllowedLink(address)).toBe(false);
});

test.for(["https://example.com/a?b=c#d", "mailto:ada@example.com", "/live-sessions", "/pages/what-to-bring"])(
  "allows a link to %j",
  (address) => {
    expect(isAllowedLink(address)).toBe(true);
  },
);

const html = "A page has no HTML.";
const link = "A link begins with https://";
const picture = "A page shows pictures that were added to this site only.";

test.for([
  ["<script>alert(1)</script>", html],
  ["a <b onclick=alert(1)>b</b>", html],
  ["<img src=x onerror=alert(1)>", html],
  ["<!-- a comment -->", html],
  ["<svg onload=alert(1)>", html],
  ["> - <iframe src=https://example.com></iframe>", html],
  ["[a](javascript:alert(1))", link],
  ["[a](javascript&#58;alert(1))", link],
  ["[a](&#106;avascript:alert(1))", link],
  ["[a]\n\n[a]: javascript:alert(1)", link],
  ["<javascript:alert(1)>", link],
  ["[a](data:text/html;base64,PHNjcmlwdD4=)", link],
  ["[a](http://example.com)", link],
  ["![a](https://example.com/a.png)", picture],
  ["![a](data:image/svg+xml;base64,PHN2Zz4=)", picture],
  ["![a](/media/images/5f0c1f0a-5f0c-4f0c-8f0c-5f0c1f0a5f0c.svg)", picture],
  ["![a](/media/images/../recordings/1/video)", picture],
  [`![](${own})`, "Please describe each picture"],
  ["é".repeat(50_001), "longer than 100 kB"],
] as const)("refuses %j", async ([text, message]) => {
  await expect(checkMarkdown(text)).rejects.toThrow(message);
});

/** Returns the tags, and what they carry, of all elements. */
const elementsIn = (text: TextNode[]): Record<string, unknown>[] =>
  text.flatMap((node) => {
    if (typeof node === "string") return [];
    const { of = [], ...element } = node;
    return [element, ...elementsIn(of)];
  });

const wordsIn = (text: TextNode[]): string =>
  text.map((node) => (typeof node === "string" ? node : wordsIn(node.of ?? []))).join("");

test("shows what is not allowed as the text that was typed, even if it was stored", async () => {
  const stored = "<script>alert(1)</script>\n\na <b>b</b> [c](javascript:d) ![e](https://example.com/f.svg)";
  const shown = await renderMarkdown(stored);
  expect(elementsIn(shown)).toEqual([{ tag: "p" }, { tag: "p" }, { tag: "span" }]);
  expect(wordsIn(shown)).toContain("<script>alert(1)</script>");
  expect(wordsIn(shown)).toContain("a <b>b</b> c e");
});

test("makes a tree of the elements that pages have", async () => {
  const text = `# One\n\n#### Two\n\n- **a**\n- *b*\n\n3. c\n\n> d\n\n---\n\n| e |\n| --- |\n| f |\n\n![g](${own})`;
  await checkMarkdown(text);
  const tags = elementsIn(await renderMarkdown(text)).map(({ tag }) => tag);
  expect(tags).toEqual([
    ...["h2", "h3", "ul", "li", "strong", "li", "em", "ol", "li", "blockquote", "p", "hr"],
    ...["table", "thead", "tr", "th", "tbody", "tr", "td", "p", "img"],
  ]);
  expect(elementsIn(await renderMarkdown("3. c"))[0]).toEqual({ tag: "ol", start: 3 });
  expect(await renderMarkdown("a [b](https://example.com) `<i>`")).toEqual([
    { tag: "p", of: ["a ", { tag: "a", href: "https://example.com", of: ["b"] }, " ", { tag: "code", of: ["<i>"] }] },
  ]);
  expect(await picturesIn(text)).toEqual([own.split("/").at(-1)]);
});

test.for(["> ", "[a](", "*a **b ", "- ", "![", "1. ", "|a|b\n", "`", "[a]: b\n", "<a "])(
  "reads 100 kB of %j without running out of stack or time",
  async (part) => {
    const text = part.repeat(100_000 / part.length);
    const start = performance.now();
    await renderMarkdown(text);
    await checkMarkdown(text).catch(() => undefined);
    expect(performance.now() - start).toBeLessThan(20_000);
  },
);
