import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgEnum, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { createdAt, id, instant } from "./columns";
import { mediaFiles } from "./media-files";
import { products } from "./products";

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
    /** Listened to instead of the video's own sound, or alone. */
    soundId: uuid().references(() => mediaFiles.id, { onDelete: "restrict" }),
    posterId: uuid().references(() => mediaFiles.id, { onDelete: "restrict" }),
    /** The second of the video that is its picture while it has no other; null where the drawing of its series is. */
    posterSecond: integer(),
    /** Of 1.0.0; empty since its captions are `recordingCaptions`. */
    captionsId: uuid().references(() => mediaFiles.id, { onDelete: "restrict" }),
    /** Measured, or typed for a video elsewhere. */
    durationSeconds: integer(),
    /** As typed: one "12:30 Title" per line. */
    chapters: text().notNull().default(""),
    /** Whether those who may listen may also keep the sound as a file. */
    isDownloadable: boolean().notNull().default(false),
    /** A premium recording opens on this day, by the site's clocks, … */
    opensOn: date({ mode: "string" }),
    /** … or so many days after the purchase; with neither, at once. */
    opensAfterDays: integer(),
    createdAt: createdAt(),
  },
  (table) => [
    index("recordings_order_idx").on(table.productId, table.orderIndex),
    check(
      "recordings_media",
      sql`num_nonnulls(${table.videoId}, ${table.videoUrl}) <= 1
        and num_nonnulls(${table.videoId}, ${table.videoUrl}, ${table.soundId}) >= 1`,
    ),
    check("recordings_order_not_negative", sql`${table.orderIndex} >= 0`),
    check("recordings_opens", sql`num_nonnulls(${table.opensOn}, ${table.opensAfterDays}) <= 1`),
    check("recordings_opens_after", sql`${table.opensAfterDays} between 1 and 365`),
  ],
);

/** "large" and "small" are videos, "sound" what is listened to, "poster" a picture of the video. */
export const versionNames = ["large", "small", "sound", "poster"] as const;

/** What was made of a recording's files. Of a replaced file they stay until those of the new one are ready. */
export const recordingVersions = pgTable(
  "recording_versions",
  {
    recordingId: uuid()
      .notNull()
      .references(() => recordings.id, { onDelete: "cascade" }),
    name: text({ enum: versionNames }).notNull(),
    fileId: uuid()
      .notNull()
      .unique()
      .references(() => mediaFiles.id, { onDelete: "restrict" }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.recordingId, table.name] }),
    check("recording_versions_name", sql`${table.name} in ('large', 'small', 'sound', 'poster')`),
  ],
);

export const preparationState = pgEnum("preparation_state", ["waiting", "running", "ready", "failed", "cancelled"]);

/** How far a recording's versions are. */
export const recordingPreparations = pgTable(
  "recording_preparations",
  {
    recordingId: uuid()
      .primaryKey()
      .references(() => recordings.id, { onDelete: "cascade" }),
    state: preparationState().notNull(),
    /** What the versions are made of: another file, or another second of the poster, is another preparation. */
    source: text().notNull(),
    percent: integer().notNull().default(0),
    /** A sentence for the instructor. */
    failure: text(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    index("recording_preparations_open_idx")
      .on(table.updatedAt)
      .where(sql`${table.state} in ('waiting', 'running')`),
    check("recording_preparations_percent", sql`${table.percent} between 0 and 100`),
  ],
);

/** One file of captions for each language, of which the transcript is made. */
export const recordingCaptions = pgTable(
  "recording_captions",
  {
    recordingId: uuid()
      .notNull()
      .references(() => recordings.id, { onDelete: "cascade" }),
    /** Such as "en" or "pt-BR". */
    language: text().notNull(),
    fileId: uuid()
      .notNull()
      .references(() => mediaFiles.id, { onDelete: "restrict" }),
    /** What is said, for searches; null until it has been read from the file. */
    spoken: text(),
  },
  (table) => [primaryKey({ columns: [table.recordingId, table.language] })],
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

/** Members who want one mail when a part of a collection of theirs opens. */
export const openingMails = pgTable(
  "opening_mails",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.productId] })],
);
