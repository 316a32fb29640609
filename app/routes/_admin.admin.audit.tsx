import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { listPathOf } from "~/features/admin/products/words";
import { listAddress } from "~/lib/list-address";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { auditSubjects } from "~/server/schemas.server";
import { type Column, DataTable } from "~/ui/table";
import { EmptyState } from "~/ui/card";
import { FilterBar } from "~/ui/filter-bar";
import { PageHead } from "~/ui/page-head";
import { Pagination } from "~/ui/pagination";
import { TextLink } from "~/ui/link";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/admin/audit";

export const meta = privateMeta("Audit log");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const query = Object.fromEntries(new URL(args.request.url).searchParams);
  const { who = "", kind = "", from = "", until = "" } = query;
  const { lines, ...list } = await load(api.audit.list({ ...query, page: query.page }));
  return {
    ...list,
    chosen: { who, kind, from, until },
    kinds: auditSubjects.map((value) => ({ value, label: value.replaceAll("_", " ") })),
    lines: lines.map((line) => ({ ...line, href: auditLink(line) })),
  };
}

type Subject = {
  kind: string;
  subjectId: string;
  subject: string | null;
  isGone: boolean;
  sessionId: string | null;
  email: string | null;
  path: string | null;
};

/** Returns the page of what was changed; null if there is none any more. */
function auditLink(entry: Subject): string | null {
  const { kind, subjectId, subject, isGone, sessionId, email, path: itsPath } = entry;
  if (subject === null || isGone) return null;
  const orders = `/admin/orders?${new URLSearchParams({ search: email ?? "" }).toString()}`;
  const addresses: Record<string, string> = {
    user: `/admin/users/${subjectId}`,
    session: `/admin/sessions/${subjectId}`,
    booking: `/admin/sessions/${sessionId}/attendees`,
    waitlist_entry: `/admin/sessions/${sessionId}/waitlist`,
    purchase: orders,
    payment: orders,
    recording: itsPath ?? "",
    resource: `${listPathOf("resource")}/${subjectId}`,
    category: "/admin/categories",
    testimonial: `/admin/testimonials/${subjectId}`,
    withdrawal: `/admin/withdrawals/${subjectId}`,
    code: `/admin/discount-codes/${subjectId}`,
    collection: itsPath ?? "",
    settings: "/admin/settings",
    email: `/admin/mails/${subjectId}`,
    job: "/admin/jobs",
    newsletter: "/admin/newsletter",
    backup: "/admin/backups",
  };
  return addresses[kind] || null;
}

type Line = ReturnType<typeof useLoaderData<typeof loader>>["lines"][number];

const columns: Column<Line>[] = [
  { label: "What was done", place: "title", cell: (line) => <Sentence {...line} /> },
  { label: "When", place: "date", cell: ({ at }) => at },
];

function Sentence({ who, phrase, subject, kind, href, details, reason }: Line) {
  const noun = kind.replaceAll("_", " ");
  const article = phrase.endsWith(noun) ? "" : `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun} `;
  const name = subject ?? `${article}that no longer exists`;
  return (
    <>
      <span>
        <b>{who}</b> {phrase} {href ? <TextLink to={href}>{name}</TextLink> : name}
      </span>
      {details && <small>{details}</small>}
      {reason && <small>Reason: {reason}</small>}
    </>
  );
}

export default function AuditPage() {
  const { lines, page, admins, chosen, kinds } = useLoaderData<typeof loader>();
  const people = admins.map(({ id, fullName }) => ({ value: id, label: fullName }));
  return (
    <>
      <PageHead title="Audit log" lede="Changes made by hand, by whom and when. Entries can’t be deleted." />
      <FilterBar
        path={path}
        label="Filter the audit log"
        chosen={chosen}
        selects={[
          {
            name: "who",
            label: "Who",
            all: "Everyone",
            options: [...people, { value: "members", label: "Members" }, { value: "site", label: "The site" }],
          },
          { name: "kind", label: "What", all: "Everything", options: kinds },
        ]}
        hasDates
      />
      {lines.length === 0 ? (
        <EmptyState>{Object.values(chosen).some(Boolean) ? "No entries match." : "No entries yet."}</EmptyState>
      ) : (
        <DataTable caption="Audit log" columns={columns} rows={lines} keyOf={({ id }) => id} />
      )}
      <Pagination page={page} noun="entries" addressOf={(number) => listAddress(path, chosen, number)} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
