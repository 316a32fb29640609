import type { LoaderFunctionArgs } from "@remix-run/node";
import { frameCode } from "~/features/embeds/embed-code";
import { apiFor, load, siteSettingsOf } from "~/server/api.server";
import { feed } from "~/server/files.server";

const width = 700;
const height = 600;

/** Describes how a page of this site is shown within another one (https://oembed.com). Only JSON is offered. */
export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const { siteUrl } = args.context.services.settings;
  const format = query.get("format") ?? "json";
  if (format !== "json") throw new Response("Only format=json is offered.", { status: 501 });
  const what = embedOf(query.get("url") ?? "", siteUrl);
  if (!what) throw new Response("Not Found", { status: 404 });
  const [{ name }, title] = await Promise.all([siteSettingsOf(args.context), titleOf(args, what)]);
  const answer = {
    version: "1.0",
    type: "rich",
    title,
    provider_name: name,
    provider_url: siteUrl,
    cache_age: 3600,
    html: frameCode({ what, title, theme: "" }, siteUrl),
    width: smallest(width, query.get("maxwidth")),
    height: smallest(height, query.get("maxheight")),
  };
  return feed(args.request, JSON.stringify(answer), {
    "Content-Type": "application/json; charset=utf-8",
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
  });
}

/** Returns what is shown for a page of this site; null for all other addresses. */
function embedOf(address: string, siteUrl: string): string | null {
  if (!URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  if (origin !== new URL(siteUrl).origin) return null;
  if (pathname === "/" || pathname === "/live-sessions") return "schedule";
  if (pathname === "/passes") return "passes";
  const [, id] = /^\/sessions?\/([\da-f-]{36})$/.exec(pathname) ?? [];
  return id === undefined ? null : `sessions/${id}`;
}

async function titleOf(args: LoaderFunctionArgs, what: string): Promise<string> {
  if (what === "passes") return "Passes";
  if (what === "schedule") return "Live sessions";
  const { title } = await load(apiFor(args).schedule.get({ id: what.replace("sessions/", "") }));
  return title;
}

/** Returns a length that is not above what the other website allows. */
const smallest = (own: number, allowed: string | null): number =>
  allowed !== null && /^\d{1,5}$/.test(allowed) ? Math.min(own, Number(allowed)) : own;
