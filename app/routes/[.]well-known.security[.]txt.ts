import type { LoaderFunctionArgs } from "@remix-run/node";
import { siteSettingsOf } from "~/server/api.server";
import { feed } from "~/server/files.server";

const validDays = 180;
const dayMs = 24 * 3_600_000;

/** Says where to report a vulnerability (RFC 9116). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { clock, settings } = context.services;
  const { marketing } = await siteSettingsOf(context);
  // The date changes once a day, so that a client's copy stays valid for that long.
  const today = Math.floor(clock.now().getTime() / dayMs) * dayMs;
  const lines = [
    `Contact: ${marketing.contact}`,
    `Expires: ${new Date(today + validDays * dayMs).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${settings.siteUrl}/.well-known/security.txt`,
    "",
  ];
  return feed(request, lines.join("\n"), { "Content-Type": "text/plain; charset=utf-8" });
}
