import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { accentStylesheet, contrastRefusal, parseColour } from "@server/core/accent";
import { embedThemes } from "~/features/embeds/embed-code";
import { TextLink } from "~/ui/link";

export { framed as handle } from "~/features/embeds/framed";

/** Returns the theme and the colours that the framing page asks for, where text in them can be read. */
export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const accent = parseColour(query.get("accent") ?? "");
  return {
    stylesheet: accent && contrastRefusal(accent) === null ? accentStylesheet(accent) : null,
    theme: embedThemes.find((name) => name === query.get("theme")) ?? null,
  };
}

export default function EmbedLayout() {
  return (
    <main className="grid gap-6 p-4">
      <Outlet />
    </main>
  );
}

export function ErrorBoundary() {
  return (
    <main className="grid gap-3 p-4">
      <h1 className="text-title">This can’t be shown right now</h1>
      <p>
        <TextLink to="/">See all live sessions</TextLink>
      </p>
    </main>
  );
}
