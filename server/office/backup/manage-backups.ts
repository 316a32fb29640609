import { eq } from "drizzle-orm";
import { z } from "zod";
import { backupRuns } from "@db/schema";
import { requireCurrentPassword } from "../../accounts/re-authenticate";
import { holderForm } from "../../accounts/schemas";
import { audit } from "../../core/record-audit";
import type { MemberContext } from "../../core/context";
import { timeThisYear } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { inTransaction } from "../../core/transaction";
import { enqueueJob } from "../../platform/jobs/enqueue-job";
import { listBackups, readBackupHealth } from "./backup-health";
import { openBackupBucket } from "./bucket";
import { getPause } from "./pause";
import { type BackupServices, isBackupName, makeBackup } from "./run-backup";

/** Returns what the page of backups shows. */
export async function getBackups(ctx: MemberContext) {
  const [warnings, backups, pause] = await Promise.all([readBackupHealth(ctx), listBackups(ctx), getPause(ctx)]);
  return {
    warnings,
    pause,
    isNightly: ctx.settings.backup.isNightly,
    backups: backups.map(({ id, fileName, finishedAt, bytes, isEncrypted, place, error, isHere }) => ({
      id,
      fileName,
      madeAt: timeThisYear(finishedAt, ctx.visitor.timeZone),
      size: bytes === null ? null : `${(bytes / 1024 / 1024).toFixed(1)} MB`,
      isEncrypted,
      isInBucket: place === "bucket",
      error,
      isHere,
    })),
  };
}

/** Makes a backup soon, by a job. */
export async function requestBackup(ctx: MemberContext): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await enqueueJob(tx, "back-up", { isAsked: true }, { jobKey: "back-up-now", queue: "back-up", maxAttempts: 3 });
    await audit(tx, ctx, "backup.requested", "now");
  });
}

/** Makes a backup at night, if the settings say so, or when asked. */
export async function backUp(services: BackupServices, { isAsked = false } = {}): Promise<void> {
  const { settings, log } = services;
  if (!settings.backup.isNightly && !isAsked) return;
  const made = await makeBackup(services, await openBackupBucket(settings));
  log.info({ fileName: made.fileName, bytes: made.bytes }, "backup made");
}

export const backupRef = z.object({ id: z.uuid() });
export const backupDownload = holderForm.extend(backupRef.shape);

/** Returns the name of a backup in the folder of backups, after the password. Throws not_found, wrong_current_password. */
export async function openBackup(
  ctx: MemberContext,
  { id, currentPassword }: z.infer<typeof backupDownload>,
): Promise<{ fileName: string }> {
  const { fileName } = await getBackup(ctx, { id });
  await requireCurrentPassword(ctx, currentPassword);
  await audit(ctx.db, ctx, "backup.downloaded", fileName);
  return { fileName };
}

export async function getBackup({ db }: MemberContext, { id }: z.infer<typeof backupRef>) {
  const [run] = await db.select().from(backupRuns).where(eq(backupRuns.id, id));
  if (!run || run.task !== "backup" || run.error !== null || !isBackupName(run.fileName)) {
    throw new DomainError("not_found", "This backup is no longer there.");
  }
  return { id: run.id, fileName: run.fileName, isEncrypted: run.isEncrypted };
}
