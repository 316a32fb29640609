import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { BackupAction, PausePanel } from "~/features/admin/backups/pause-panel";
import { backupsPath } from "~/features/admin/admin-paths";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readFields } from "~/server/form.server";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { Notice } from "~/ui/notice";
import { PageHead } from "~/ui/page-head";
import { type Column, DataTable } from "~/ui/table";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Backups");

export async function loader(args: LoaderFunctionArgs) {
  return load(adminApi(args).backups.list());
}

export async function action(args: ActionFunctionArgs) {
  const { backups } = adminApi(args);
  const intent = (await readFields(args.request)).get("intent");
  if (intent === "reconcile") {
    const checked = await attemptLogged(args, backups.reconcile());
    const toast = checked.ok
      ? successToast("Stripe was checked")
      : errorToast("Stripe was not checked", checked.message);
    return redirectWithToast(args, backupsPath, toast);
  }
  if (intent === "resume") {
    const resumed = await attemptLogged(args, backups.resume());
    const toast = resumed.ok ? successToast("The site is open again") : errorToast("Still paused", resumed.message);
    return redirectWithToast(args, backupsPath, toast);
  }
  const outcome = await attemptLogged(args, backups.request());
  const toast = outcome.ok
    ? successToast("A backup is being made", "It is in the list in a few moments.")
    : errorToast("No backup was made", outcome.message);
  return redirectWithToast(args, backupsPath, toast);
}

type Backup = ReturnType<typeof useLoaderData<typeof loader>>["backups"][number];

const columns: Column<Backup>[] = [
  {
    label: "Made",
    place: "title",
    cell: ({ madeAt, fileName, error }) => (
      <>
        {madeAt}
        <small className="wrap-anywhere">{error ?? fileName}</small>
      </>
    ),
  },
  { label: "Size", place: "lastDetail", cell: ({ size }) => size },
  { label: "State", place: "badge", cell: (backup) => <BackupBadge {...backup} /> },
  {
    label: "Actions",
    place: "action",
    cell: ({ id, isHere, madeAt }) =>
      isHere && (
        <ButtonLink
          kind="quiet"
          size="small"
          to={`${backupsPath}/${id}`}
          aria-label={`Download the backup of ${madeAt}`}
        >
          Download
        </ButtonLink>
      ),
  },
];

function BackupBadge({ error, isEncrypted, isInBucket }: Backup) {
  if (error !== null) return <Badge tone="red">Failed</Badge>;
  if (!isEncrypted) return <Badge tone="yellow">Not encrypted</Badge>;
  return <Badge tone="green">{isInBucket ? "In the bucket" : "Encrypted"}</Badge>;
}

export default function BackupsPage() {
  const { backups, warnings, pause, isNightly } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Backups"
        lede={`${isNightly ? "A backup is made every night." : "No backup is made at night."} Each holds every row, and the files on this machine, of one moment.`}
      >
        <BackupAction intent="backup" failure="No backup was made">
          Back up now
        </BackupAction>
      </PageHead>
      {pause && <PausePanel pause={pause} />}
      {warnings.map(({ what, todo }) => (
        <Notice key={what} kind="warning" isAnnounced={false}>
          {what} {todo}
        </Notice>
      ))}
      {backups.length === 0 ? (
        <EmptyState>No backup has been made yet.</EmptyState>
      ) : (
        <DataTable caption="Backups, newest first" columns={columns} rows={backups} keyOf={({ id }) => id} />
      )}
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
