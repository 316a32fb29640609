import type { Corpus, KnownForm } from "./corpus";
import { hostileHeaders, hostileSegment, hostileText } from "./hostile-values";
import type { FuzzRequest } from "./http-client";
import type { Random } from "./random";
import { jsonFor } from "./schema-values";
import type { Procedure } from "./site-map";
import type { SiteRoute } from "./site-route";

type RequestOptions = {
  random: Random;
  corpus: Corpus;
  /** How much of it is hostile, from 0 to 1. */ hostileShare: number;
};

const encoded = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd")).replaceAll("%EF%BF%BD", "%ED%A0%80");

export function procedureRequest({ path, type, shape }: Procedure, making: RequestOptions): FuzzRequest {
  const input = shape ? jsonFor(shape, { ...making, target: path }) : null;
  const isRead = type === "query" && !making.random.chance(making.hostileShare / 20);
  const address = `/api/trpc/${path}`;
  const base = { headers: {}, target: path };
  if (isRead) {
    const query = input === null ? "" : `?input=${encoded(input).slice(0, 12_000)}`;
    return { ...base, method: "GET", path: address + query, body: null };
  }
  const headers = { "Content-Type": "application/json" };
  return { ...base, headers, method: "POST", path: address, body: Buffer.from(input ?? "") };
}

/** Requests a page, or its data. */
export function pageRequest(route: SiteRoute, making: RequestOptions, isData = false): FuzzRequest {
  const { random, hostileShare } = making;
  const address = addressFor(route, making);
  const headers = random.chance(hostileShare / 3) ? hostileHeaders(random) : {};
  const method = random.chance(hostileShare / 20) ? random.pick(["HEAD", "OPTIONS", "PUT", "PATCH", "DELETE"]) : "GET";
  return { method, path: isData ? dataOf(address) : address, headers, body: null, target: route.pattern };
}

/** Posts a form last seen on the page with some fields changed, or an invented one. */
export function formRequest(route: SiteRoute, making: RequestOptions, isData = false): FuzzRequest {
  const { random, corpus, hostileShare } = making;
  const form = corpus.formOf(route, random) ?? madeUpForm(route, making);
  const action = random.chance(hostileShare / 5) ? addressFor(route, making) : form.action;
  const path = isData ? dataOf(action) : action;
  const fields = changedFields(form, making);
  const base = { method: "POST", path, target: route.pattern };
  if (!form.isMultipart && !random.chance(hostileShare / 30)) {
    const body = fields.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&");
    return { ...base, headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: Buffer.from(body) };
  }
  const boundary = "----breathroom-fuzz";
  const headers = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
  return { ...base, headers, body: multipartBody(boundary, fields, form.files, random) };
}

function madeUpForm(route: SiteRoute, making: RequestOptions): KnownForm {
  const names = Array.from({ length: 1 + making.random.below(8) }, () => making.corpus.queryName(making.random));
  const fields = names.map((name): [string, string] => [name, making.corpus.valueOf(name, making.random) ?? "1"]);
  return { action: addressFor(route, making), isMultipart: false, fields, files: [] };
}

function changedFields({ fields }: KnownForm, { random, corpus, hostileShare }: RequestOptions): [string, string][] {
  const isOne = random.chance(0.5);
  const only = random.below(Math.max(1, fields.length));
  const changed = fields.flatMap(([name, value], index): [string, string][] => {
    const isHostile = hostileShare > 0 && (isOne ? index === only : random.chance(hostileShare));
    if (isHostile) return random.chance(0.1) ? [] : [[name, hostileText(random)]];
    if (name === "formKey") return [[name, random.chance(0.2) ? value : random.uuid()]];
    if (value === "on") return [[name, value]];
    return [[name, value || (corpus.valueOf(name, random) ?? "Some words")]];
  });
  if (random.chance(hostileShare / 5))
    changed.push([random.pick(["__proto__", "a[0]", "a.b", "", "intent", "x"]), hostileText(random)]);
  return changed;
}

function addressFor(route: SiteRoute, making: RequestOptions): string {
  const { random, corpus, hostileShare } = making;
  const known = corpus.addressOf(route, random);
  const path = known && !random.chance(hostileShare / 2) ? known : filledIn(route, making);
  if (!random.chance(hostileShare)) return path;
  const names = Array.from({ length: 1 + random.below(3) }, () => corpus.queryName(random));
  const query = names.map((name) => `${encoded(name)}=${encoded(hostileText(random).slice(0, 3000))}`).join("&");
  return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

function filledIn({ pattern }: SiteRoute, { random, corpus, hostileShare }: RequestOptions): string {
  const row = corpus.rowFor(pattern, random);
  const parts = pattern.split("/").map((name, index) => {
    if (!name.startsWith(":") && name !== "*") return name;
    if (random.chance(hostileShare)) return hostileSegment(random);
    if (name === "*") return "nowhere";
    const word = corpus.valueOf(name.slice(1), random);
    if (!name.endsWith("d") && word !== null) return encodeURIComponent(word);
    return index > pattern.split("/").indexOf(":id") ? corpus.rowFor(`${pattern} ${name}`, random).id : row.id;
  });
  const path = parts.join("/");
  return row.key !== null && random.chance(0.8) ? `${path}?key=${row.key}` : path;
}

function dataOf(address: string): string {
  const [path = "/", query] = address.split(/\?(.*)/s);
  const data = path === "/" ? "/_root.data" : `${path.replace(/\/$/, "")}.data`;
  return query === undefined ? data : `${data}?${query}`;
}

function multipartBody(boundary: string, fields: [string, string][], files: string[], random: Random): Buffer {
  const header = (text: string) => text.replace(/["\r\n]/g, "_").slice(0, 2000);
  const parts = fields.map(([name, value]) => `name="${header(name)}"\r\n\r\n${value}`);
  const bodies = ["", "GIF89a", "\x89PNG\r\n\x1a\n", "WEBVTT\n\n", "<svg onload=alert(1)>", "x".repeat(20_000)];
  const names = ["a.png", "a.webm", "a.vtt", "../../a.png", "a\0.png", "", hostileText(random)];
  const uploads = files.map((name) => {
    const type = random.pick(["image/png", "video/webm", "text/vtt", "application/x-none"]);
    const file = header(random.pick(names));
    return `name="${header(name)}"; filename="${file}"\r\nContent-Type: ${type}\r\n\r\n${random.pick(bodies)}`;
  });
  const whole = [...parts, ...uploads].map((part) => `--${boundary}\r\nContent-Disposition: form-data; ${part}\r\n`);
  return Buffer.from(`${whole.join("")}--${boundary}--\r\n`);
}

const odd = ["x", "images", "videos", "recordings", "card", "webhooks", "1.png", "a.svg", "latest.ics"];
const outside = ["/media", "/plates", "/share/sessions", "/build", "/api/uploads", "/api/trpc", "/webhooks/stripe"];
const others = ["/healthz", "/__manifest", "/favicon.ico", "/dev", "/dev/stripe", "/robots.txt", "/calendar"];

/** Requests an address outside all routes and procedures. */
export function otherRequest({ random, corpus, hostileShare }: RequestOptions): FuzzRequest {
  const target = random.pick([...outside, ...others]);
  const segments = Array.from({ length: random.below(4) }, () =>
    random.pick([random.pick(odd), hostileSegment(random), corpus.rowFor(target, random).id]),
  );
  const name = random.pick(["p", "version", "batch", "input", corpus.queryName(random)]);
  const path = `${[target, ...segments].join("/")}?${name}=${encoded(hostileText(random).slice(0, 3000))}`;
  const method = random.pick(["GET", "GET", "GET", "HEAD", "POST", "OPTIONS", "DELETE", "PATCH"]);
  const headers = random.chance(hostileShare) ? hostileHeaders(random) : {};
  const body = method === "POST" || method === "PATCH" ? Buffer.from(hostileText(random)) : null;
  return { method, path, headers, body, target: "elsewhere" };
}
