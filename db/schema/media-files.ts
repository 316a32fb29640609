import { bigint, index, jsonb, pgEnum, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./columns";

export const mediaKind = pgEnum("media_kind", [
  "video",
  "image",
  "captions",
  "download",
  // Shaped on arrival, for one use each
  "portrait",
  "logo",
  "share",
  // Uploaded as a recording
  "sound",
  // Made of a recording's files, and again whenever it is missing
  "version",
]);

/** A file of a picture, with its size in pixels. */
export type Rendition = { key: string; bytes: number; width: number; height: number };

/** An unreferenced file is removed by a job after a day. */
export const mediaFiles = pgTable(
  "media_files",
  {
    id: id(),
    kind: mediaKind().notNull(),
    storageKey: text().notNull().unique(),
    originalName: text().notNull(),
    contentType: text().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
    /** The tag in quotes, as in the header. */
    etag: text().notNull(),
    /** All files of a picture that was written anew; null until then, and for files that are none. */
    renditions: jsonb().$type<Rendition[]>(),
    createdAt: createdAt(),
    /** When it was marked for deletion: the file goes first, then the row. */
    deletedAt: instant(),
  },
  (table) => [index("media_files_created_idx").on(table.createdAt)],
);
