import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgEnum, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { createdAt, id, instant, manageKey } from "./columns";
import { liveSessions } from "./live-sessions";
import { oneToOneOffers } from "./one-to-one-offers";

/** When an offer can be booked in a week, in the site's zone. */
export const oneToOneHours = pgTable(
  "one_to_one_hours",
  {
    id: id(),
    offerId: uuid()
      .notNull()
      .references(() => oneToOneOffers.id, { onDelete: "cascade" }),
    /** The day of the week, from 1 for Monday. */
    weekday: integer().notNull(),
    /** Minutes after midnight, by the clock on the wall. */
    startMinute: integer().notNull(),
    endMinute: integer().notNull(),
  },
  (table) => [
    index("one_to_one_hours_offer_idx").on(table.offerId),
    check("one_to_one_hours_weekday", sql`${table.weekday} between 1 and 7`),
    check(
      "one_to_one_hours_times",
      sql`0 <= ${table.startMinute} and ${table.startMinute} < ${table.endMinute} and ${table.endMinute} <= 1440`,
    ),
  ],
);

/** A date on which other hours count than those of its day of the week, or none. */
export const oneToOneExceptions = pgTable(
  "one_to_one_exceptions",
  {
    id: id(),
    offerId: uuid()
      .notNull()
      .references(() => oneToOneOffers.id, { onDelete: "cascade" }),
    day: date().notNull(),
    /** Null on a closed day. */
    startMinute: integer(),
    endMinute: integer(),
  },
  (table) => [
    index("one_to_one_exceptions_offer_idx").on(table.offerId, table.day),
    check(
      "one_to_one_exceptions_times",
      sql`(${table.startMinute} is null) = (${table.endMinute} is null)
        and coalesce(0 <= ${table.startMinute} and ${table.startMinute} < ${table.endMinute} and ${table.endMinute} <= 1440, true)`,
    ),
  ],
);

export const questionKind = pgEnum("question_kind", ["text", "choice", "yes_no"]);

/** What is asked of those who book. */
export const oneToOneQuestions = pgTable(
  "one_to_one_questions",
  {
    id: id(),
    offerId: uuid()
      .notNull()
      .references(() => oneToOneOffers.id, { onDelete: "cascade" }),
    /** The order, from 1. */
    number: integer().notNull(),
    kind: questionKind().notNull(),
    label: text().notNull(),
    /** The answers of a choice, one a line; null for the other kinds. */
    choices: text(),
    isRequired: boolean().notNull().default(false),
    /** Whether answers are encrypted. */
    isPrivate: boolean().notNull().default(false),
  },
  (table) => [
    unique("one_to_one_questions_number").on(table.offerId, table.number),
    check("one_to_one_questions_choices", sql`(${table.kind} = 'choice') = (${table.choices} is not null)`),
  ],
);

/** An answer of those who booked a session or asked for it, with the question as it was. */
export const oneToOneAnswers = pgTable(
  "one_to_one_answers",
  {
    id: id(),
    sessionId: uuid()
      .notNull()
      .references(() => liveSessions.id, { onDelete: "cascade" }),
    number: integer().notNull(),
    question: text().notNull(),
    answer: text(),
    /** A private answer, encrypted, after the id of the key. */
    sealedAnswer: text(),
  },
  (table) => [
    unique("one_to_one_answers_number").on(table.sessionId, table.number),
    check("one_to_one_answers_one", sql`num_nonnulls(${table.answer}, ${table.sealedAnswer}) = 1`),
  ],
);

export const requestStatus = pgEnum("request_status", [
  "asked",
  "approved",
  "declined",
  "withdrawn",
  "lapsed",
  "booked",
]);

/** A time that someone has asked for and that the instructor approves first. Its session holds the time meanwhile. */
export const oneToOneRequests = pgTable(
  "one_to_one_requests",
  {
    id: id(),
    offerId: uuid()
      .notNull()
      .references(() => oneToOneOffers.id, { onDelete: "restrict" }),
    sessionId: uuid()
      .notNull()
      .unique("one_to_one_requests_session")
      .references(() => liveSessions.id, { onDelete: "cascade" }),
    userId: uuid().references(() => users.id, { onDelete: "set null" }),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    timeZone: text().notNull(),
    status: requestStatus().notNull().default("asked"),
    manageKey: manageKey(),
    /** A repeated post finds the request of the first one. */
    formKey: uuid().notNull().unique("one_to_one_requests_form_key"),
    /** Until when an approved request can be booked. */
    bookUntil: instant(),
    createdAt: createdAt(),
    decidedAt: instant(),
    /** A hash of the network that has asked, to count its open requests; null once it has ended. */
    network: text(),
  },
  (table) => [
    index("one_to_one_requests_open_idx")
      .on(table.createdAt)
      .where(sql`${table.status} in ('asked', 'approved')`),
    index("one_to_one_requests_email_idx").on(sql`lower(${table.email})`),
    index("one_to_one_requests_digest_idx")
      .on(sql`md5(lower(${table.email}))`)
      .where(sql`${table.userId} is null`),
    index("one_to_one_requests_user_idx")
      .on(table.userId)
      .where(sql`${table.userId} is not null`),
  ],
);

/** What was asked for with an address that is not confirmed yet. It holds no time, and becomes a request of the same id. */
export const oneToOneUnconfirmed = pgTable(
  "one_to_one_unconfirmed",
  {
    id: id(),
    offerId: uuid()
      .notNull()
      .references(() => oneToOneOffers.id, { onDelete: "cascade" }),
    startTime: instant().notNull(),
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    email: text().notNull(),
    network: text().notNull(),
    timeZone: text().notNull(),
    /** The name and the answers, encrypted. */
    sealed: text().notNull(),
    /** Becomes the key of the request. */
    manageKey: manageKey(),
    formKey: uuid().notNull().unique("one_to_one_unconfirmed_form_key"),
    createdAt: createdAt(),
  },
  (table) => [index("one_to_one_unconfirmed_email_idx").on(sql`lower(${table.email})`)],
);

export type UnconfirmedRequest = typeof oneToOneUnconfirmed.$inferSelect;
export type OneToOneQuestion = typeof oneToOneQuestions.$inferSelect;
export type OneToOneRequest = typeof oneToOneRequests.$inferSelect;
