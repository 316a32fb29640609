import { stat } from "node:fs/promises";
import path from "node:path";
import type { Services } from "../../core/services";
import { listRuns, readLastRun } from "./run-backup";

type Health = Pick<Services, "clock" | "settings"> & { db: Services["db"] };

const hourMs = 3_600_000;
/** A night and a half. */
const staleHours = 36;
const testDays = 90;

/** Each has a name of its own, which the doctor shows. */
type BackupWarning = {
  name: string;
  what: string;
  todo: string;
  /** The command that does it, for the doctor. */
  command?: string | undefined;
};

/** Returns what is wrong with the backups, in words for the instructor. Empty if the site could be restored. */
export async function readBackupHealth({ db, clock, settings }: Health): Promise<BackupWarning[]> {
  const [backup, test] = await Promise.all([readLastRun(db, "backup"), readLastRun(db, "restore_test")]);
  const hoursSince = (at: Date) => (clock.now().getTime() - at.getTime()) / hourMs;
  const warnings: BackupWarning[] = [];
  const warn = (name: string, isWrong: boolean, what: string, todo: string, command?: string) =>
    void (isWrong && warnings.push({ name, what, todo, command }));
  const nightly = "Set BACKUP_DIR or BACKUP_S3_BUCKET.";
  warn("Nightly backup", !settings.backup.isNightly, "No backup is made at night.", nightly);
  const makes = "npm run backup";
  if (!backup) {
    warn("Last backup", true, "No backup has been made yet.", "Press “Back up now” under Backups.", makes);
  } else {
    const { error, finishedAt, isEncrypted, isSameDisk, missingFiles } = backup;
    warn(
      "Last backup",
      error !== null,
      `The last backup failed: ${error ?? ""}`,
      "Correct the cause, then press “Back up now” under Backups.",
      makes,
    );
    const isStale = error === null && hoursSince(finishedAt) > staleHours;
    warn("Last backup", isStale, "The last backup is more than a day old.", "See Jobs for the cause.");
    warn("Backup encryption", !isEncrypted, "Backups are not encrypted.", "Set BACKUP_PASSPHRASE.");
    const elsewhere = "Set BACKUP_S3_BUCKET, or BACKUP_DIR to another disk.";
    warn("Backup place", isSameDisk, "Backups lie on the same disk as the site.", elsewhere);
    const lost = `${missingFiles} files could not be saved, because the storage does not have them.`;
    warn("Backup of files", missingFiles > 0, lost, "Upload them again.");
  }
  const toTest = "Restore the newest one as a test: “Backups” in docs/operating.md says how.";
  warn(
    "Restore test",
    test !== null && test.error !== null,
    `The last restore test failed: ${test?.error ?? ""}`,
    toTest,
  );
  const isDue = test === null || (test.error === null && hoursSince(test.finishedAt) >= testDays * 24);
  warn("Restore test", isDue, `No backup was restored as a test in the last ${testDays} days.`, toTest);
  return warnings;
}

const shown = 30;

/** Returns the newest backups; `isHere` if the file lies in the folder of backups. */
export async function listBackups({ db, settings }: Pick<Health, "db" | "settings">) {
  const runs = (await listRuns(db, 2 * shown)).filter(({ task }) => task === "backup").slice(0, shown);
  return Promise.all(
    runs.map(async (run) => {
      const found = await stat(path.join(settings.backup.folder, run.fileName)).catch(() => null);
      return { ...run, isHere: run.error === null && found !== null };
    }),
  );
}
