import type { LoaderFunctionArgs } from "@remix-run/node";
import { feed } from "~/server/files.server";

/** Pages that belong to one person, and steps that are useless in search results. */
const privatePaths = [
  "/admin",
  "/api/",
  "/announcements/",
  "/bookings/",
  "/booking-confirmation",
  "/calendar/",
  "/dashboard",
  "/join/",
  "/sessions/*/book",
  "/sessions/*/share",
  "/sessions/*/waitlist",
  "/unsubscribe/",
  "/user/",
  "/waitlist/",
];

export function loader({ request, context }: LoaderFunctionArgs) {
  const lines = [
    "User-agent: *",
    ...privatePaths.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${context.services.settings.siteUrl}/sitemap.xml`,
    "",
  ];
  return feed(request, lines.join("\n"), { "Content-Type": "text/plain; charset=utf-8" });
}
