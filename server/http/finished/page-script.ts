import { createHash } from "node:crypto";
import type { FinishedFile } from "./finished-file";

/** The scripts of a page in one file, which is named by its content. */
export type PageScript = FinishedFile & { name: string };

/** A request for the script `name` of the page at `address`. */
export type AskedScript = { name: string; address: string };

const folder = "/scripts/";

const addressPattern = /^\/scripts\/([\w-]{16})\.js\?of=(%2F[\w%.~!*'()-]{0,400})$/;

/** Returns null if the address is not that of a page's script. */
export function readScriptAddress(url: string): AskedScript | null {
  if (!url.startsWith(folder)) return null;
  const [, name = "", of = ""] = addressPattern.exec(url) ?? [];
  try {
    return name ? { name, address: decodeURIComponent(of) } : null;
  } catch {
    return null;
  }
}

const scriptAddress = (name: string, address: string) => `${folder}${name}.js?of=${encodeURIComponent(address)}`;

const scripts = /<script\b([^>]*)>([^]*?)<\/script>/g;

/**
 * Takes the scripts out of a page that carry the nonce: one that got into the page otherwise does not know it, and is
 * refused. Their elements stay, because React expects them; the module's element loads the file instead.
 */
export function takeOutScripts(
  page: Buffer,
  nonce: string,
  address: string,
): { body: Buffer; script: PageScript | null } {
  const mark = ` nonce="${nonce}"`;
  const html = page.toString("utf8");
  if (!html.includes(mark)) return { body: page, script: null };
  const isOwn = (attributes: string) => attributes.includes(mark) && !/ src=|ld\+json/.test(attributes);
  const taken = [...html.matchAll(scripts)].flatMap(([, attributes = "", text = ""]) =>
    isOwn(attributes) ? [text] : [],
  );
  const script = asFile(taken.join("\n"));
  const source = ` src="${scriptAddress(script.name, address)}"`;
  const rest = html.replaceAll(scripts, (element, attributes: string) => {
    if (!isOwn(attributes)) return element;
    return `<script${attributes}${attributes.includes('type="module"') ? source : ""}></script>`;
  });
  return { body: Buffer.from(afterStyles(rest.replaceAll(mark, ""))), script };
}

/** Lets the browser load modules after styles and fonts, without which it shows nothing. */
const afterStyles = (html: string): string =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');

const day = 86_400;

function asFile(text: string): PageScript {
  const body = Buffer.from(text);
  const hash = createHash("sha256").update(body).digest("base64url");
  const headers = ["content-type", "text/javascript; charset=utf-8", "x-content-type-options", "nosniff"];
  const kept = ["cache-control", `private, max-age=${day}, immutable`, "vary", "Accept-Encoding"];
  return { name: hash.slice(0, 16), headers: [...headers, ...kept], body, etag: `"${hash}"`, encoded: new Map() };
}

const newer = new WeakMap<PageScript, FinishedFile>();

/**
 * Returns the script for a browser that asked for an older one: it works, but must not be kept under the older name.
 * Made once for each script, because compressing takes longer than all else.
 */
export function asNewer(script: PageScript): FinishedFile {
  const known = newer.get(script);
  if (known) return known;
  const headers = script.headers.map((value) => (value.endsWith("immutable") ? "no-store" : value));
  const made = { ...script, headers, encoded: new Map() };
  newer.set(script, made);
  return made;
}
