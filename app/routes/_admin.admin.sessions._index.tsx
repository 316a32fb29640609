import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, useLoaderData, useRouteError, useSearchParams } from "@remix-run/react";
import { DuplicateForm, SessionRows } from "~/features/admin/sessions/session-rows";
import { MessageScreen } from "~/features/layout/error-screen";
import { refreshEvery, useRefresh } from "~/lib/hooks/refresh";
import { listAddress } from "~/lib/list-address";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm } from "~/server/form.server";
import { duplicateForm } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { FilterBar } from "~/ui/filter-bar";
import { Icon } from "~/ui/icon";
import { PageHead } from "~/ui/page-head";
import { Pagination } from "~/ui/pagination";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/admin/sessions";

export const meta = privateMeta("Sessions");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const { search, category, upcoming, cancelled, past } = Object.fromEntries(new URL(args.request.url).searchParams);
  return load(api.sessions.list({ search, category, upcoming, cancelled, past }));
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const submission = await readForm(args.request, duplicateForm);
  if (submission.status !== "success") throw new Response("Not Found", { status: 404 });
  const failure = "Failed to duplicate session";
  const copied = await attemptLogged(args, api.sessions.duplicate(submission.value), failure);
  if (!copied.ok)
    return redirectWithToast(args, path + new URL(args.request.url).search, errorToast(failure, copied.message));
  const toast = successToast(`Session duplicated successfully for ${copied.value.date}`);
  return redirectWithToast(args, `${path}/${copied.value.id}/edit`, toast);
}

export default function SessionsPage() {
  const loaded = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const input = Object.fromEntries(query);
  const { upcoming, cancelled, past, categories, formKey } = useRefresh(
    loaded,
    { procedure: (api) => api.sessions.list, input },
    refreshEvery.admin,
  );
  const chosen = { search: query.get("search") ?? "", category: query.get("category") ?? "" };
  const options = categories.map((name) => ({ value: name, label: name }));
  const isEmpty = upcoming.page.total + cancelled.page.total + past.page.total === 0;
  return (
    <>
      <PageHead title="Sessions">
        <ButtonLink to={`${path}/new`}>Create New Session</ButtonLink>
      </PageHead>
      <FilterBar
        path={path}
        label="Sessions"
        chosen={chosen}
        search="Search by title, city or text"
        selects={[{ name: "category", label: "Category", all: "All Categories", options }]}
      />
      {isEmpty && (
        <EmptyState action={{ label: "Create New Session", to: `${path}/new` }}>No sessions found</EmptyState>
      )}
      <Part
        title="Upcoming Sessions"
        name="upcoming"
        part={upcoming}
        other={{ ...chosen, cancelled: pageOf(cancelled), past: pageOf(past) }}
      />
      {cancelled.page.total > 0 && (
        <Part
          title="Cancelled Sessions"
          name="cancelled"
          part={cancelled}
          other={{ ...chosen, upcoming: pageOf(upcoming), past: pageOf(past) }}
        />
      )}
      <Part
        title="Past Sessions"
        name="past"
        part={past}
        other={{ ...chosen, upcoming: pageOf(upcoming), cancelled: pageOf(cancelled) }}
        isFolded={!isEmpty && !query.has("past") && !chosen.search && !chosen.category}
      />
      <DuplicateForm action={listAddress(path, input)} formKey={formKey} />
    </>
  );
}

type PartOf = ReturnType<typeof useLoaderData<typeof loader>>["past"];
/** The first page stays out of the address. */
const pageOf = ({ page }: PartOf): string => (page.number > 1 ? String(page.number) : "");

type PartProps = {
  title: string;
  name: string;
  part: PartOf;
  other: Record<string, string>;
  /** It is undefined for what is always open. */
  isFolded?: boolean;
};

/** Upcoming and past sessions are paged separately. */
function Part({ title, name, part: { sessions, page }, other, isFolded }: PartProps) {
  const heading = (
    <h2 className="text-heading" id={name}>
      {`${title} (${page.total})`}
    </h2>
  );
  const list = (
    <div className="grid gap-4">
      {sessions.length > 0 && <SessionRows sessions={sessions} />}
      <Pagination
        page={page}
        noun="sessions"
        addressOf={(number) => listAddress(path, { ...other, [name]: number > 1 ? String(number) : "" })}
      />
    </div>
  );
  return (
    <section className="grid gap-4" aria-labelledby={name}>
      {isFolded === undefined || page.total === 0 ? (
        <>
          {heading}
          {list}
        </>
      ) : (
        <details className="group grid gap-4" open={!isFolded}>
          <summary className="flex min-h-(--size-touch) items-center gap-2">
            {heading}
            <Icon name="chevron" className="text-accent group-open:rotate-180" />
          </summary>
          <div className="mt-4">{list}</div>
        </details>
      )}
    </section>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const again = { label: "Try again", to: path };
  return (
    <MessageScreen title="Error loading sessions" text={`Please try again in a moment (${status}).`} action={again} />
  );
}
