import { sql } from "drizzle-orm";
import { check, foreignKey, integer, pgEnum, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "./columns";
import { mediaFiles } from "./media-files";

export const pagePlace = pgEnum("page_place", ["menu", "footer", "none"]);

/** A page that the instructor writes. What visitors see is its published version. */
export const sitePages = pgTable(
  "site_pages",
  {
    id: id(),
    slug: text().notNull(),
    place: pagePlace().notNull().default("none"),
    orderIndex: integer().notNull().default(0),
    /** Null: a draft. */
    publishedVersion: integer(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("site_pages_slug").on(table.slug),
    check("site_pages_slug_form", sql`${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
  ],
);

/**
 * Versions of pages, which never change: saving adds one. Bookings refer to those of the terms and of the privacy
 * policy.
 */
export const sitePageVersions = pgTable(
  "site_page_versions",
  {
    pageId: uuid().notNull(),
    number: integer().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.pageId, table.number] }),
    foreignKey({ columns: [table.pageId], foreignColumns: [sitePages.id] }).onDelete("cascade"),
    check("site_page_versions_length", sql`octet_length(${table.text}) <= 100000`),
  ],
);

/** Pictures that are in use outside the library: `usedBy` is "page:…" with the page's id, or "portrait" and the like. */
export const sitePictures = pgTable(
  "site_pictures",
  {
    usedBy: text().notNull(),
    fileId: uuid()
      .notNull()
      .references(() => mediaFiles.id, { onDelete: "restrict" }),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.usedBy] })],
);
