import { stat } from "node:fs/promises";
import path from "node:path";
import type { Services } from "../core/services";
import { listRuns, readLastRun } from "./run-backup";

type Health = Pick<Services, "clock" | "settings"> & { db: Services["db"] };

const hourMs = 3_600_000;
/** A night and a half. */
const staleHours = 36;
const testDays = 90;

/** Returns the newest backup, the newest restore test, and what is wrong with them, in words for the instructor. */
export async function readBackupHealth({ db, clock, settings }: Health) {
  const [lastBackup, lastTest] = await Promise.all([readLastRun(db, "backup"), readLastRun(db, "restore_test")]);
  const hoursSince = (at: Date) => (clock.now().getTime() - at.getTime()) / hourMs;
  const warnings: string[] = [];
  const warn = (isWrong: boolean, text: string) => void (isWrong && warnings.push(text));
  warn(!settings.backup.isNightly, "No backup is made at night: set BACKUP_DIR or BACKUP_S3_BUCKET.");
  if (!lastBackup) {
    warn(true, "No backup has been made yet.");
  } else {
    const { error, finishedAt, isEncrypted, isSameDisk, missingFiles } = lastBackup;
    warn(error !== null, `The last backup failed: ${error ?? ""}`);
    warn(hoursSince(finishedAt) > staleHours, "The last backup is more than a day old.");
    warn(!isEncrypted, "Backups are not encrypted: set BACKUP_PASSPHRASE.");
    warn(isSameDisk, "Backups lie on the same disk as the site: set BACKUP_S3_BUCKET, or BACKUP_DIR to another disk.");
    warn(missingFiles > 0, `${missingFiles} files could not be saved, because the storage does not have them.`);
  }
  const isTested = lastTest !== null && lastTest.error === null && hoursSince(lastTest.finishedAt) < testDays * 24;
  warn(lastTest !== null && lastTest.error !== null, `The last restore test failed: ${lastTest?.error ?? ""}`);
  warn(!isTested, "No backup was restored as a test in the last 90 days: npm run restore -- FILE --test");
  return { lastBackup, lastTest, warnings };
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
