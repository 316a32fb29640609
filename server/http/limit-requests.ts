import type { Request, RequestHandler } from "express";
import { networkOf } from "../core/network-of";
import type { Services } from "../core/services";
import { sendPlain } from "./plain-page";
import { addressOf } from "./sign-in";

/** How many reads a network may ask for in a minute. */
const rules = {
  /** Pages and calls. An open list asks every ten seconds; many people may share an address. */
  read: 1200,
  /** Calendars, which programs ask for a few times a day. */
  calendar: 120,
  search: 120,
  export: 20,
};
type Rule = keyof typeof rules;

const demoFactor = 10;
const period = 60_000;
/** More networks than are ever counted within a minute without an attack; counting begins anew beyond it. */
const mostNetworks = 100_000;

/**
 * Limits what one network may read. Counted in this process's memory: a write to the database for each page would cost
 * more than most pages do, and a limit that is a few times too high with several processes still stops a flood.
 */
export function limitReads({ settings, clock }: Pick<Services, "settings" | "clock">): RequestHandler {
  const counts = new Map<string, number>();
  let since = clock.now().getTime();

  return (request, response, next) => {
    const now = clock.now().getTime();
    if (now - since >= period || counts.size > mostNetworks) {
      counts.clear();
      since = now;
    }
    const network = networkOf(addressOf(request));
    for (const rule of rulesFor(request)) {
      const key = `${rule} ${network}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count <= rules[rule] * (settings.isLive ? 1 : demoFactor)) continue;
      const retryAfterSeconds = Math.max(1, Math.ceil((since + period - now) / 1000));
      const advice = `Please wait ${retryAfterSeconds} seconds, then try again.`;
      return sendPlain(request, response, { status: 429, title: "Too many requests.", advice, retryAfterSeconds });
    }
    next();
  };
}

function rulesFor(request: Request): Rule[] {
  if (request.method !== "GET" && request.method !== "HEAD") return [];
  return ["read", ...expensive.filter(({ isIt }) => isIt(request)).map(({ rule }) => rule)];
}

const expensive: { rule: Rule; isIt: (request: Request) => boolean }[] = [
  { rule: "calendar", isIt: ({ path }) => /\.ics$|^\/api\/trpc\/calendar\./.test(path) },
  { rule: "search", isIt: ({ originalUrl }) => /[?&](q|search)=[^&]|%22search%22/i.test(originalUrl) },
  { rule: "export", isIt: ({ path }) => /\.csv$|\/my-data\.json$|^\/api\/trpc\/.*export/i.test(path) },
];
