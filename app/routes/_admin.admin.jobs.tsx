import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { listAddress } from "~/lib/list-address";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm } from "~/server/form.server";
import { jobRef } from "~/server/schemas.server";
import { Badge } from "~/ui/badge";
import { type Column, DataTable } from "~/ui/table";
import { EmptyState } from "~/ui/card";
import { PageHead, RefreshLink } from "~/ui/page-head";
import { Pagination } from "~/ui/pagination";
import { RowAction } from "~/ui/row-actions";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/admin/jobs";

export const meta = privateMeta("Jobs");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const query = new URL(args.request.url).searchParams;
  return load(api.jobs.list({ page: query.get("page") }));
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const { search } = new URL(args.request.url);
  const submission = await readForm(args.request, jobRef);
  if (submission.status !== "success") throw new Response("Not Found", { status: 404 });
  const retried = await attemptLogged(args, api.jobs.retry(submission.value));
  return redirectWithToast(
    args,
    path + search,
    retried.ok ? successToast("The job is running again") : errorToast("Failed to run the job again", retried.message),
  );
}

type Job = ReturnType<typeof useLoaderData<typeof loader>>["jobs"][number];

const columnsFor = (action: string): Column<Job>[] => [
  {
    label: "Job and last error",
    place: "title",
    cell: ({ task, lastError }) => (
      <>
        {task.charAt(0).toUpperCase() + task.slice(1)}
        <small>{lastError}</small>
      </>
    ),
  },
  { label: "Attempts", place: "detail", cell: ({ attempts }) => attempts },
  { label: "Next try", place: "date", cell: ({ nextAt }) => nextAt },
  { label: "State", place: "badge", cell: (job) => <JobBadge {...job} /> },
  {
    label: "Actions",
    place: "action",
    cell: ({ id, task, isRunning }) =>
      !isRunning && <RowAction action={action} fields={{ id }} label="Retry now" name={`Retry now: ${task}, ${id}`} />,
  },
];

function JobBadge({ isRunning, nextAt }: Job) {
  if (isRunning) return <Badge tone="blue">Under way</Badge>;
  if (nextAt === null) return <Badge tone="red">Given up</Badge>;
  return <Badge tone="yellow">Waiting</Badge>;
}

export default function JobsPage() {
  const { jobs, page } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <>
      <PageHead title="Jobs" lede="Background tasks that failed. Most of them are retried automatically.">
        <RefreshLink />
      </PageHead>
      {jobs.length === 0 ? (
        <EmptyState>Nothing has failed.</EmptyState>
      ) : (
        <DataTable caption="Jobs that failed" columns={columnsFor(path + search)} rows={jobs} keyOf={({ id }) => id} />
      )}
      <Pagination page={page} noun="jobs" addressOf={(number) => listAddress(path, {}, number)} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
