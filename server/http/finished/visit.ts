import type { IncomingMessage } from "node:http";
import { cookieName } from "../../core/cookies";
import { knownTimeZone } from "../../core/dates";
import type { Settings } from "../../core/env";
import { endings } from "../../core/errors";
import { type Currency, isCurrency } from "../../core/money";
import { framedPath } from "../embeds";
import { pagePathOf } from "../page-path";

/** A read of a public page by a visitor of whom the cookies tell a currency and a time zone at most. */
export type Visit = PageRequest & {
  address: string;
  zone: string;
  /** Null without a cookie. */
  currency: Currency | null;
  /** The request's cookies that a page may depend on. */
  sharedCookies: string[];
};

/** The form in which a visitor wants a page. */
export type PageRequest = {
  isHead: boolean;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
};

const maxAddress = 400;
const maxHeaders = 100;
/** A host with a port of at most 59999: the app reads others exactly. */
const hostPattern = /^[\w.-]+(?::[1-5]?\d{1,4})?$/;

/** Returns null for all other requests: they are answered, or refused, as if nothing were kept. */
export function readVisit(request: IncomingMessage, settings: Settings): Visit | null {
  const { method, url: address = "", rawHeaders } = request;
  const isHead = method === "HEAD";
  if (!isHead && method !== "GET") return null;
  if (address.length > maxAddress || !isPublicPage(address)) return null;
  const headers = readHeaders(rawHeaders);
  // A framed page reads none.
  const cookies = headers && readCookies(isFramed(address) ? undefined : headers.cookie, settings);
  if (!cookies) return null;
  const { acceptEncoding, ifNoneMatch } = headers;
  return { address, ...cookies, isHead, acceptEncoding, ifNoneMatch };
}

type Values = Record<string, RegExp>;

const text = /^[^\p{Cc}]{0,60}$/u;
const list: Values = { category: text, location: text, page: /^[1-9]\d{0,3}$/ };
const none: Values = {};
/** What the address of a framed page tells in place of cookies. */
const framed: Values = { zone: /^[\w+/-]{1,64}$/, accent: /^[\da-f]{6}$/, theme: /^(?:light|dark)$/, category: text };

/** The query parameters of each page. No page with a form key or a quote may be added. */
const pages = new Map<string, Values>([
  ["/", list],
  ["/live-sessions", { ...list, tab: /^past$/ }],
  ["/resources", none],
  ["/breathwork-for-birth", none],
  ["/sign-in", { returnTo: /^\/[\w/.-]{0,120}$/ }],
  ...["/about", "/faq", "/privacy", "/terms", "/accessibility"].map((path) => [path, none] as const),
  ...["listUpcoming", "listCards", "listPast"].map(
    (procedure) => [`/api/trpc/schedule.${procedure}`, { input: /^.{2,250}$/ }] as const,
  ),
]);

const sessionPage = /^\/sessions?\/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
/** A refused booking leads there. */
const ofSession: Values = { refused: new RegExp(`^(?:${endings.join("|")})$`) };

const resourcePage = /^\/resources\/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

const collectionPage = /^\/(?:collections\/[a-z0-9-]{1,60}|[a-z]{1,20}-recordings)$/;

const writtenPage = /^\/pages\/[a-z0-9-]{1,60}$/;

const valuesByPattern: [pattern: RegExp, values: Values][] = [
  [sessionPage, ofSession],
  [resourcePage, none],
  [writtenPage, none],
  [collectionPage, none],
  [framedPath, framed],
];

const isFramed = (address: string): boolean => address.startsWith("/embed/");

function isPublicPage(address: string): boolean {
  const end = address.indexOf("?");
  const path = pagePathOf(end < 0 ? address : address.slice(0, end));
  const known = pages.get(path) ?? valuesByPattern.find(([pattern]) => pattern.test(path))?.[1];
  if (!known) return false;
  return end < 0 || hasKnownQuery(new URLSearchParams(address.slice(end)), known);
}

function hasKnownQuery(query: URLSearchParams, known: Values): boolean {
  const names = [...query.keys()];
  const isKnown = ([name, value]: [string, string]) => Object.hasOwn(known, name) && known[name]?.test(value);
  return new Set(names).size === names.length && [...query].every(isKnown);
}

type Field = "host" | "forwardedHost" | "forwardedProtocol" | "cookie" | "acceptEncoding" | "ifNoneMatch";

/** The headers that decide about the answer; the app refuses the unusual ones, or answers them otherwise. */
const fields = new Map<string, Field | "unusual">([
  ["host", "host"],
  ["x-forwarded-host", "forwardedHost"],
  ["x-forwarded-proto", "forwardedProtocol"],
  ["cookie", "cookie"],
  ["accept-encoding", "acceptEncoding"],
  ["if-none-match", "ifNoneMatch"],
  ...["transfer-encoding", "content-length", "upgrade", "x-http-method-override", "x-account-id"].map(
    (name) => [name, "unusual"] as const,
  ),
]);

/** Reads them as they were sent: Node's object of all headers takes longer. Returns null if the app has to decide. */
function readHeaders(rawHeaders: string[]): Partial<Record<Field, string>> | null {
  if (rawHeaders.length / 2 > maxHeaders) return null;
  const headers: Partial<Record<Field, string>> = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const field = fields.get((rawHeaders[index] ?? "").toLowerCase());
    if (field === undefined) continue;
    if (field === "unusual" || headers[field] !== undefined) return null;
    headers[field] = rawHeaders[index + 1] ?? "";
  }
  const { host = "", forwardedHost = host, forwardedProtocol = "https" } = headers;
  if (forwardedProtocol !== "https" && forwardedProtocol !== "http") return null;
  return hostPattern.test(host) && (forwardedHost === host || hostPattern.test(forwardedHost)) ? headers : null;
}

/** What stays after signing out, or before booking, and is read by players and forms only: their pages are no visits. */
const ofForms = ["playing", "browser", "booking_draft"] as const;

type Cookies = Pick<Visit, "zone" | "currency" | "sharedCookies">;

function readCookies(header: string | undefined, settings: Settings): Cookies | null {
  let [zone, currency]: [string | null, Currency | null] = [null, null];
  const sharedCookies: string[] = [];
  for (const cookie of header ? header.split(";") : []) {
    const equals = cookie.indexOf("=");
    const [name, value] = [cookie.slice(0, equals).trim(), cookie.slice(equals + 1).trim()];
    if (ofForms.some((own) => name === cookieName(settings, own))) continue;
    const known: string | null = name === "tz" && zone === null ? zoneIn(value) : null;
    if (known) zone = known;
    else if (name === cookieName(settings, "currency") && currency === null && isCurrency(value)) currency = value;
    else return null;
    sharedCookies.push(cookie.trim());
  }
  return { zone: zone ?? settings.siteTimeZone, currency, sharedCookies };
}

function zoneIn(value: string): string | null {
  const isPlain = /^(?:[\w+/-]|%2F){1,64}$/i.test(value);
  return isPlain ? knownTimeZone(value.replaceAll(/%2F/gi, "/")) : null;
}
