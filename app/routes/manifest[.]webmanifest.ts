import type { LoaderFunctionArgs } from "@remix-run/node";
import { siteSettingsOf } from "~/server/api.server";
import { feed } from "~/server/files.server";

const ground = "#f5f0e6";

/** Sends the manifest that makes the site installable (https://www.w3.org/TR/appmanifest/). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { name, tagline } = await siteSettingsOf(context);
  const text = JSON.stringify({
    name,
    short_name: name,
    description: tagline,
    id: "/",
    start_url: "/",
    display: "minimal-ui",
    background_color: ground,
    theme_color: ground,
    icons: [
      { src: "/logo.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/icons/icon-192.png", type: "image/png", sizes: "192x192" },
      { src: "/icons/icon-512.png", type: "image/png", sizes: "512x512" },
      { src: "/icons/maskable-512.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
    ],
  });
  return feed(request, text, { "Content-Type": "application/manifest+json; charset=utf-8" });
}
