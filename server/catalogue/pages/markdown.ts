import type { MarkdownIt, Token } from "markdown-it";
import { outsideAddress, ownAddress } from "../../core/addresses";
import { DomainError } from "../../core/errors";

const tags = [
  ...["p", "h2", "h3", "ul", "ol", "li", "blockquote", "hr", "pre", "code", "strong", "em", "s", "a", "img", "br"],
  ...["table", "thead", "tbody", "tr", "th", "td"],
] as const;

/** An element of a page's text, of a kind that cannot carry a script. */
type TextElement = {
  tag: string;
  href?: string;
  src?: string;
  alt?: string;
  start?: number;
  of?: TextNode[];
};
export type TextNode = string | TextElement;

const maxTextBytes = 100_000;
const maxNesting = 12;

/** Returns the text as elements. What is not allowed in a page is shown as the text that was typed. */
export async function renderMarkdown(text: string): Promise<TextNode[]> {
  if (Buffer.byteLength(text) > maxTextBytes) return [];
  return treeOf((await parser()).parse(text, {}));
}

/** Throws invalid: too long, raw HTML, a link that is neither https nor mailto, a picture from elsewhere or without words. */
export async function checkMarkdown(text: string): Promise<void> {
  if (Buffer.byteLength(text) > maxTextBytes) throw refusal("The text is longer than 100 kB. Please shorten it.");
  const tokens = (await parser()).parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  for (const token of tokens) refuseToken(token);
}

const refusal = (message: string) => new DomainError("invalid", message, { field: "text" });

function refuseToken(token: Token): void {
  const href = attribute(token, "href");
  if (token.type === "html_block" || token.type === "html_inline") {
    throw refusal(`A page has no HTML. Please take out “${shorten(token.content)}”.`);
  }
  if (token.type === "link_open" && !isAllowedLink(href)) {
    throw refusal(`A link begins with https://, mailto: or / for your own pages. Please change “${shorten(href)}”.`);
  }
  if (token.type !== "image") return;
  const src = attribute(token, "src");
  if (!pictureName(src)) {
    throw refusal(`A page shows pictures that were added to this site only. Please change “${shorten(src)}”.`);
  }
  if (!token.content.trim())
    throw refusal("Please describe each picture, for people who can’t see it: ![description](…)");
}

const shorten = (text: string) => (text.trim().length > 40 ? `${text.trim().slice(0, 40)}…` : text.trim());

const pictureAddress = /^\/media\/images\/([\da-f-]{36}\.(?:jpg|png|webp|avif|gif))$/;

/** Returns the stored name of one of the site's own pictures; null for any other address. */
const pictureName = (address: string): string | null => pictureAddress.exec(address)?.[1] ?? null;

/** Returns the names of the site's own pictures in a text. */
export async function picturesIn(text: string): Promise<string[]> {
  const tokens = (await parser()).parse(text, {}).flatMap(({ children }) => children ?? []);
  const names = tokens.filter(({ type }) => type === "image").map((token) => pictureName(attribute(token, "src")));
  return [...new Set(names.filter((name) => name !== null))];
}

/** Returns each text in square brackets that is no link. */
export async function bracketsIn(text: string): Promise<string[]> {
  const blocks = (await parser()).parse(text, {}).map(({ children }) => textOutsideLinks(children ?? []));
  return [...new Set(blocks.flatMap((block) => block.match(/\[[^[\]]*\p{L}[^[\]]*\]/gu) ?? []))];
}

function textOutsideLinks(tokens: Token[]): string {
  let links = 0;
  const parts = tokens.map(({ type, content }) => {
    if (type === "link_open") links += 1;
    if (type === "link_close") links -= 1;
    return type === "softbreak" ? " " : type === "text" && links === 0 ? content : "";
  });
  return parts.join("");
}

/** Returns whether a link is a path of this site, or an https or mailto address. */
export const isAllowedLink = (href: string): boolean =>
  (ownAddress(href) ?? outsideAddress(href, ["https:", "mailto:"])) !== null;

let loading: Promise<MarkdownIt> | undefined;

/** Loaded with the first page that is shown: most requests need none. */
const parser = (): Promise<MarkdownIt> => (loading ??= loadParser());

async function loadParser(): Promise<MarkdownIt> {
  const { default: Parser } = await import("markdown-it");
  // HTML and all links are recognised here, so that they can be refused by name.
  const made = new Parser({ html: true, linkify: false, typographer: false, maxNesting });
  made.validateLink = () => true;
  return made;
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? "");
}

/** Turns the parser's list of opening and closing tokens into a tree. */
function treeOf(tokens: Token[]): TextNode[] {
  const root: TextNode[] = [];
  const open = [root];
  const add = (node: TextNode) => void open.at(-1)?.push(node);
  for (const token of tokens) {
    if (token.nesting < 0) open.pop();
    else if (token.nesting > 0) {
      const of: TextNode[] = [];
      // A tight list has its paragraphs hidden: what they hold stays.
      if (token.hidden) open.push(open.at(-1) ?? root);
      else {
        add({ ...elementOf(token), of });
        open.push(of);
      }
    } else if (token.type === "inline") treeOf(token.children ?? []).forEach(add);
    else add(leafOf(token));
  }
  return root;
}

/** The page's title is its h1. */
const headings: Record<string, string> = { h1: "h2", h2: "h2", h3: "h3", h4: "h3", h5: "h3", h6: "h3" };

function elementOf(token: Token): TextElement {
  const tag = headings[token.tag] ?? token.tag;
  const href = attribute(token, "href");
  if (tag === "a" && !isAllowedLink(href)) return { tag: "span" };
  if (!(tags as readonly string[]).includes(tag)) return { tag: "p" };
  const start = Number(attribute(token, "start"));
  return { tag, ...(tag === "a" && { href }), ...(tag === "ol" && start > 1 && { start }) };
}

function leafOf(token: Token): TextNode {
  const { type, content } = token;
  if (type === "code_inline") return { tag: "code", of: [content] };
  if (type === "fence" || type === "code_block") return { tag: "pre", of: [content] };
  if (type === "hardbreak") return { tag: "br" };
  if (type === "softbreak") return "\n";
  if (type === "hr") return { tag: "hr" };
  if (type === "html_block") return { tag: "p", of: [content] };
  if (type !== "image") return content;
  const src = attribute(token, "src");
  return pictureName(src) ? { tag: "img", src, alt: content } : content;
}
