import { bigint, boolean, index, integer, pgEnum, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./columns";

export const backupTask = pgEnum("backup_task", ["backup", "restore_test"]);
export const backupPlace = pgEnum("backup_place", ["folder", "bucket"]);

/** Each backup and each test of one, also those that failed. */
export const backupRuns = pgTable(
  "backup_runs",
  {
    id: id(),
    task: backupTask().notNull(),
    fileName: text().notNull(),
    place: backupPlace().notNull().default("folder"),
    startedAt: instant().notNull(),
    finishedAt: instant().notNull(),
    bytes: bigint({ mode: "number" }),
    isEncrypted: boolean().notNull(),
    /** The file lies on the disk of the data that it saves. */
    isSameDisk: boolean().notNull().default(false),
    /** Files that the database names and the storage does not have. */
    missingFiles: integer().notNull().default(0),
    error: text(),
    createdAt: createdAt(),
  },
  (table) => [index("backup_runs_finished_idx").on(table.task, table.finishedAt)],
);

/** The site is paused while one of these is not confirmed. */
export const siteRestores = pgTable("site_restores", {
  id: id(),
  /** When the snapshot of the backup was taken. */
  madeAt: instant().notNull(),
  restoredAt: instant().notNull(),
  reconciledAt: instant(),
  /** The number of payments that were paid at Stripe, but unknown here when Stripe was asked. */
  unknownPayments: integer().notNull().default(0),
  confirmedAt: instant(),
});
