import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgEnum, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { createdAt, id, instant } from "./columns";
import { products } from "./products";

export const mediaKind = pgEnum("media_kind", [
  "video",
  "image",
  "captions",
  "download",
  // Shaped on arrival, for one use each
  "portrait",
  "logo",
  "share",
]);

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
    createdAt: createdAt(),
    /** When it was marked for deletion: the file goes first, then the row. */
    deletedAt: instant(),
  },
  (table) => [index("media_files_created_idx").on(table.createdAt)],
);

export const recordings = pgTable(
  "recordings",
  {
    id: id(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "restrict" }),
    title: text().notNull(),
    description: text(),
    isFree: boolean().notNull().default(false),
    orderIndex: integer().notNull().default(0),
    videoId: uuid().references(() => mediaFiles.id, { onDelete: "restrict" }),
    /** An external https address, used by redirect and never fetched. */
    videoUrl: text(),
    posterId: uuid().references(() => mediaFiles.id, { onDelete: "restrict" }),
    captionsId: uuid().references(() => mediaFiles.id, { onDelete: "restrict" }),
    durationSeconds: integer(),
    createdAt: createdAt(),
  },
  (table) => [
    index("recordings_order_idx").on(table.productId, table.orderIndex),
    check("recordings_video", sql`num_nonnulls(${table.videoId}, ${table.videoUrl}) = 1`),
    check("recordings_order_not_negative", sql`${table.orderIndex} >= 0`),
  ],
);

/** The newest position from any device wins. */
export const playbackProgress = pgTable(
  "playback_progress",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    recordingId: uuid()
      .notNull()
      .references(() => recordings.id, { onDelete: "cascade" }),
    positionSeconds: integer().notNull(),
    finishedAt: instant(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.recordingId] }),
    check("playback_progress_position", sql`${table.positionSeconds} >= 0`),
  ],
);

/** What those who have the resource may download. */
export const resourceFiles = pgTable(
  "resource_files",
  {
    fileId: uuid()
      .primaryKey()
      .references(() => mediaFiles.id, { onDelete: "restrict" }),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (table) => [index("resource_files_product_idx").on(table.productId)],
);
