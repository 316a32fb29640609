import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { givePassPath, heldPassesPath, passesPath } from "~/features/admin/admin-paths";
import { HeldPassTable } from "~/features/admin/passes/held-pass-table";
import { heldStates } from "~/features/admin/passes/held-passes";
import { listAddress } from "~/lib/list-address";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { FilterBar } from "~/ui/filter-bar";
import { BackLink, PageHead } from "~/ui/page-head";
import { foundInWords, Pagination } from "~/ui/pagination";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Holders of passes");

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const search = query.get("search")?.trim() ?? "";
  const [pass, state] = [query.get("pass") ?? "", query.get("state") ?? ""];
  const { orders } = adminApi(args);
  return {
    chosen: { search, pass, state },
    ...(await load(orders.listHeldPasses({ search, pass, state, page: query.get("page") }))),
  };
}

const states = Object.entries(heldStates).map(([value, { label }]) => ({ value, label }));

export default function HoldersPage() {
  const { chosen, passes, products, page } = useLoaderData<typeof loader>();
  const isNarrowed = Object.values(chosen).some(Boolean);
  return (
    <>
      <BackLink to={passesPath}>Passes</BackLink>
      <PageHead title="Holders of passes" lede={foundInWords(page, "pass", "passes")}>
        <ButtonLink to={givePassPath}>Give a pass</ButtonLink>
      </PageHead>
      <FilterBar
        path={heldPassesPath}
        label="Search holders"
        chosen={chosen}
        search="Name, email or reference"
        selects={[
          { name: "pass", label: "Pass", all: "All passes", options: products },
          { name: "state", label: "State", all: "All states", options: states },
        ]}
      />
      {passes.length === 0 ? (
        <EmptyState>{isNarrowed ? "No pass was found." : "No one has a pass yet."}</EmptyState>
      ) : (
        <HeldPassTable passes={passes} />
      )}
      <Pagination page={page} noun="passes" addressOf={(number) => listAddress(heldPassesPath, chosen, number)} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
