import { bigint, index, pgEnum, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./columns";

export const mediaKind = pgEnum("media_kind", ["video", "image", "captions"]);

/** A file in the storage. What no other row points at is an upload that was never used, and is removed by a job. */
export const mediaFiles = pgTable(
  "media_files",
  {
    id: id(),
    kind: mediaKind().notNull(),
    /** Where it lies in the storage: a random name that keeps the extension. */
    storageKey: text().notNull().unique(),
    /** What it was called where it came from; shown to the instructor only. */
    originalName: text().notNull(),
    contentType: text().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
    /** A strong validator, in quotes, as headers print it. */
    etag: text().notNull(),
    createdAt: createdAt(),
    /** Its row is to go, and the file after it. */
    deletedAt: instant(),
  },
  (table) => [index("media_files_created_idx").on(table.createdAt)],
);
