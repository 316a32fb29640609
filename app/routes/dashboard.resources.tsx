import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { MyPurchase } from "@server/selling/purchases/schemas";
import type { ListedResource } from "@server/selling/resources/schemas";
import type { MyRecordings } from "@server/selling/recordings/schemas";
import { ErrorScreen } from "~/features/layout/error-screen";
import { memberItems } from "~/features/layout/shell-items";
import { SiteFrame } from "~/features/layout/site-frame";
import { MemberShell } from "~/features/members/member-shell";
import { AccessConfirmation, MyLearningResources, MyRecordingsScreen } from "~/features/recordings/my-recordings";
import type { RecordingSearchResult } from "~/features/recordings/recording-search";
import { refreshEvery, useRefresh } from "~/lib/hooks/refresh";
import { privateMeta } from "~/lib/page-meta";
import { shownParameter } from "~/lib/short-address";
import { withReturn } from "~/lib/sign-in-address";
import { apiFor, load } from "~/server/api.server";
import { nextStepOf } from "~/server/auth.server";
import { EmptyState } from "~/ui/card";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/dashboard/resources";

export const meta = privateMeta("My Resources");

/** Loads the only page of the dashboard that visitors may open. */
export async function loader(args: LoaderFunctionArgs) {
  const { auth } = args.context;
  const query = new URL(args.request.url).searchParams;
  const confirmed = query.get("confirmed") === "true" ? await confirmedBy(args, query) : null;
  if (!auth.user) {
    return { confirmed, member: null, signInPath: nextStepOf(auth, path) ?? withReturn("/sign-in", path) };
  }
  const { home, recordings, purchases, resources } = apiFor(args);
  const search = shownParameter(query, "q");
  const [own, mine, bought, learning, found] = await Promise.all([
    load(home.listOwnPages()),
    load(recordings.listMine()),
    load(purchases.listMine()),
    load(resources.listMine()),
    search ? load(recordings.search({ search })) : null,
  ]);
  const items = memberItems(auth.user.role, own);
  const hasJustBought = query.get("source") === "purchase";
  return { confirmed, member: { items, mine, bought, learning, search: found && { search, found }, hasJustBought } };
}

const longestEmail = 254;

async function confirmedBy(args: LoaderFunctionArgs, query: URLSearchParams) {
  const collections = await load(apiFor(args).recordings.listCollections());
  const [email, type] = [query.get("email"), query.get("type")];
  const collection = collections.find(({ slug }) => slug === type);
  return {
    email: email?.includes("@") && email.length <= longestEmail ? email : null,
    type: collection?.slug ?? null,
    freeName: collection?.freeName ?? null,
  };
}

export default function MyResourcesPage() {
  const { confirmed, ...shown } = useLoaderData<typeof loader>();
  const confirmation = confirmed && <AccessConfirmation {...confirmed} path={path} />;
  if (shown.member) {
    return (
      <MemberShell items={shown.member.items}>
        {confirmation}
        <Mine {...shown.member} />
      </MemberShell>
    );
  }
  return (
    <SiteFrame>
      <div className="page-width grid gap-7 pt-10">
        {confirmation}
        <h1 className="text-display">My Resources</h1>
        <EmptyState action={{ label: "Sign In", to: shown.signInPath }}>
          Please sign in to view your resources.
        </EmptyState>
      </div>
    </SiteFrame>
  );
}

type MineProps = {
  mine: MyRecordings;
  bought: MyPurchase[];
  learning: ListedResource[];
  search: RecordingSearchResult;
  hasJustBought: boolean;
};

function Mine({ mine: loaded, bought, learning, search, hasJustBought }: MineProps) {
  const mine = useRefresh(
    loaded,
    { procedure: (api) => api.recordings.listMine, input: undefined },
    refreshEvery.member,
  );
  return (
    <>
      <MyRecordingsScreen path={path} mine={mine} purchases={bought} search={search} hasJustBought={hasJustBought} />
      <MyLearningResources resources={learning} />
    </>
  );
}

export function ErrorBoundary() {
  return (
    <SiteFrame>
      <ErrorScreen />
    </SiteFrame>
  );
}
