import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { MySessionsScreen, mySessionsTexts } from "~/features/members/my-sessions";
import { privateMeta } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";

export { privateHeaders as headers } from "~/lib/page-meta";

const when = "past";

export const meta = privateMeta(mySessionsTexts[when].title);

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  const page = new URL(args.request.url).searchParams.get("page");
  return load(apiFor(args).bookings.listMySessions({ when, page }));
}

export default function PastSessionsPage() {
  return <MySessionsScreen when={when} list={useLoaderData<typeof loader>()} />;
}

export { ErrorScreen as ErrorBoundary };
