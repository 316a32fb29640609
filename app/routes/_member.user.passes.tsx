import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { MyPass } from "@server/selling/passes/my-passes";
import { ErrorScreen } from "~/features/layout/error-screen";
import { PassTerms } from "~/features/passes/pass-card";
import { privateMeta } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { Badge } from "~/ui/badge";
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
            <MyPassCard key={pass.id} pass={pass} />
          ))}
        </ul>
      ) : (
        <EmptyState action={{ label: "See passes", to: "/passes" }}>You have no passes.</EmptyState>
      )}
    </>
  );
}

const states: Record<MyPass["state"], string | null> = {
  usable: null,
  used_up: "Used up",
  over: "Over",
  ended: "Refunded",
  frozen: "On hold",
};

function MyPassCard({ pass: { title, balance, held, terms, state, history } }: { pass: MyPass }) {
  const label = states[state];
  return (
    <li className={`grid gap-3 pb-6 ${cardFrame}`}>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-title">{title}</h2>
        {label && <Badge>{label}</Badge>}
      </div>
      {state !== "ended" && <p className="font-semibold">{balance}</p>}
      {held && <p>{held}</p>}
      {state === "frozen" && <p>The bank is looking into its payment. Until then, no session can be booked with it.</p>}
      <PassTerms pass={{ terms }} />
      {history.length > 0 && (
        <details>
          <summary className="inline-flex min-h-(--size-touch) items-center font-semibold text-accent">History</summary>
          <ol className="grid gap-1.5">
            {history.map(({ on, text }, index) => (
              // Entries are never changed or removed.
              <li key={index} className="flex flex-wrap gap-x-3">
                <span className="text-ink-quiet">{on}</span> <span>{text}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

export { ErrorScreen as ErrorBoundary };
