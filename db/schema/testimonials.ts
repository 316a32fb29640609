import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgEnum, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { createdAt, id, instant } from "./columns";

export const consentKind = pgEnum("consent_kind", ["email", "writing", "form"]);

/** What someone has said about the sessions, with the record of their consent to its publication. */
export const testimonials = pgTable(
  "testimonials",
  {
    id: id(),
    quote: text().notNull(),
    shownName: text().notNull(),
    /** A line such as "Member since 2024". */
    line: text(),
    /** The series on whose pages it is shown first; null: everywhere alike. Series have no table of their own. */
    seriesId: uuid(),
    orderIndex: integer().notNull().default(0),
    isPublished: boolean().notNull().default(false),
    consentKind: consentKind(),
    consentOn: date({ mode: "string" }),
    consentNote: text(),
    /** When it was withdrawn for good: a new consent needs a new testimonial. */
    consentWithdrawnAt: instant(),
    /** The quoted person's account, whose deletion deletes the testimonial. */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (table) => [
    index("testimonials_user_idx").on(table.userId),
    check("testimonials_quote_length", sql`char_length(${table.quote}) between 20 and 600`),
    check("testimonials_consent_whole", sql`(${table.consentKind} is null) = (${table.consentOn} is null)`),
    check(
      "testimonials_published_with_consent",
      sql`not ${table.isPublished} or (${table.consentKind} is not null and ${table.consentWithdrawnAt} is null)`,
    ),
  ],
);
