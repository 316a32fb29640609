import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { HeldPassFacts, HeldPassTitle } from "~/features/passes/held-pass";
import { privateMeta } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { cardFrame, EmptyState } from "~/ui/card";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("My Passes");

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  return { passes: await load(apiFor(args).passes.listMine()) };
}

export default function MyPassesPage() {
  const { passes } = useLoaderData<typeof loader>();
  return (
    <>
      <h1 className="text-display">My Passes</h1>
      {passes.length > 0 ? (
        <ul className="grid gap-5">
          {passes.map((pass) => (
            <li key={pass.id} className={`grid gap-3 pb-6 ${cardFrame}`}>
              <HeldPassTitle pass={pass}>
                <h2 className="text-title">{pass.title}</h2>
              </HeldPassTitle>
              <HeldPassFacts pass={pass} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState action={{ label: "See passes", to: "/passes" }}>You have no passes.</EmptyState>
      )}
    </>
  );
}

export { ErrorScreen as ErrorBoundary };
