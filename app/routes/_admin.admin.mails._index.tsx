import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { WebhookHealth } from "~/features/admin/orders/service-notices";
import { listAddress } from "~/lib/list-address";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { mailFilters } from "~/server/schemas.server";
import { type Column, DataTable, RowLink } from "~/ui/table";
import { EmptyState } from "~/ui/card";
import { FilterBar } from "~/ui/filter-bar";
import { PageHead, RefreshLink } from "~/ui/page-head";
import { Pagination } from "~/ui/pagination";
import { MailBadge, mailLabel } from "~/ui/badge";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/admin/mails";

export const meta = privateMeta("Mail log");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const { search = "", status = "", page } = Object.fromEntries(new URL(args.request.url).searchParams);
  const found = await load(api.mail.list({ search, status, page }));
  return { ...found, chosen: { search, status }, statuses: mailFilters };
}

type Mail = ReturnType<typeof useLoaderData<typeof loader>>["mails"][number];

const columns: Column<Mail>[] = [
  {
    label: "Subject and recipient",
    place: "title",
    cell: ({ id, subject, to }) => (
      <>
        <RowLink to={`${path}/${id}`}>{subject}</RowLink>
        <small>{to}</small>
      </>
    ),
  },
  { label: "Written", place: "date", cell: ({ at }) => at },
  { label: "Status", place: "badge", cell: ({ status }) => <MailBadge status={status} /> },
];

export default function MailsPage() {
  const { mails, page, webhooks, chosen, statuses } = useLoaderData<typeof loader>();
  const options = statuses.map((value) => ({ value, label: mailLabel(value) }));
  return (
    <>
      <PageHead title="Mail log" lede="Every email the site has written. Failed ones are retried automatically.">
        <RefreshLink />
      </PageHead>
      {webhooks && <WebhookHealth service="Resend" health={webhooks} />}
      <FilterBar
        path={path}
        label="Search emails"
        chosen={chosen}
        search="Recipient or subject"
        selects={[{ name: "status", label: "Status", all: "All statuses", options }]}
      />
      {mails.length === 0 ? (
        <EmptyState>{Object.values(chosen).some(Boolean) ? "No emails match." : "No emails yet."}</EmptyState>
      ) : (
        <DataTable caption="Mails" columns={columns} rows={mails} keyOf={({ id }) => id} />
      )}
      <Pagination page={page} noun="mails" addressOf={(number) => listAddress(path, chosen, number)} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
