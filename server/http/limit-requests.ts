import type { Request, RequestHandler } from "express";
import { networkOf } from "../core/rate-limits";
import type { Services } from "../core/services";
import { sendPlain } from "./plain-page";
import { addressOf } from "./sign-in";

/** Requests per network and minute. */
const rules = {
  /** An open list polls every ten seconds, and many people may share an address. */
  read: 1200,
  /** This is enough for a hundred viewers behind one address who save their position every ten seconds. */
  post: 900,
  calendar: 120,
  search: 120,
  /** A group in one room may join together. */
  join: 300,
  export: 20,
};
type Rule = keyof typeof rules;

/** Tests and load runs come from one address. */
const demoFactors: Record<Rule, number> = { read: 10, post: 100, calendar: 10, search: 10, join: 10, export: 10 };
const period = 60_000;
/** Bounds the memory during an attack; counting restarts beyond it. */
const maxNetworks = 100_000;

/** Counts in memory: a database write per page would cost too much, and per-process limits still stop a flood. */
export function limitRequests({ settings, clock }: Pick<Services, "settings" | "clock">): RequestHandler {
  const counts = new Map<string, number>();
  let since = clock.now().getTime();

  return (request, response, next) => {
    const now = clock.now().getTime();
    if (now - since >= period || counts.size > maxNetworks) {
      counts.clear();
      since = now;
    }
    const network = networkOf(addressOf(request));
    for (const rule of rulesFor(request)) {
      const key = `${rule} ${network}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count <= rules[rule] * (settings.isLive ? 1 : demoFactors[rule])) continue;
      const retryAfterSeconds = Math.max(1, Math.ceil((since + period - now) / 1000));
      const advice = `Please wait ${retryAfterSeconds} seconds, then try again.`;
      return sendPlain(request, response, { status: 429, title: "Too many requests.", advice, retryAfterSeconds });
    }
    next();
  };
}

function rulesFor({ method, path, originalUrl }: Request): Rule[] {
  if (method === "POST") return ["post"];
  if (method !== "GET" && method !== "HEAD") return [];
  const address = { path: normalizedPath(path), query: new URLSearchParams(originalUrl.split("?")[1]) };
  return ["read", ...expensive.filter(({ matches }) => matches(address)).map(({ rule }) => rule)];
}

/** Undecodable paths were refused earlier. */
const normalizedPath = (path: string): string => decodeURIComponent(path).replace(/(\/|\.data)+$/i, "");

type RequestAddress = { path: string; query: URLSearchParams };

const expensive: { rule: Rule; matches: (address: RequestAddress) => boolean }[] = [
  { rule: "calendar", matches: ({ path }) => /\.ics$|^\/api\/trpc\/calendar\./i.test(path) },
  { rule: "join", matches: ({ path }) => /^\/join\/|^\/api\/trpc\/bookings\.getJoining$/i.test(path) },
  { rule: "search", matches: ({ query }) => [...query].some(isSearch) },
  { rule: "export", matches: ({ path }) => /\.csv$|\/my-data\.json$|^\/api\/trpc\/.*export/i.test(path) },
];

const isSearch = ([name, value]: [string, string]): boolean =>
  name === "input" ? /"search"/i.test(unescapeJson(value)) : value !== "" && ["q", "search"].includes(name);

/** JSON may escape any letter. */
const unescapeJson = (json: string): string =>
  json.replace(/\\u([\da-f]{4})/gi, (_escape, code: string) => String.fromCharCode(parseInt(code, 16)));
