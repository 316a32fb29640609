import { randomUUID } from "node:crypto";
import type { Queryable } from "@db/client";
import { pendingImports } from "@db/schema";
import { and, eq, gt } from "drizzle-orm";
import type { z } from "zod";
import type { MemberContext } from "../../core/context";
import { timeZones } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { stripControls } from "../../core/input-schemas";
import { seal, unseal } from "../../core/secrets";
import { formatNames, importFormats } from "./formats";
import { planCustomers } from "./customers";
import { planMembers } from "./members";
import { planPasses } from "./passes";
import { planImport } from "./plan-import";
import { type ImportChoices, readRows } from "./read-rows";
import type { importRef, newImport } from "./schemas";

/** Returns what the form offers. */
export const getImportForm = ({ settings }: MemberContext) => ({
  timeZone: settings.siteTimeZone,
  timeZones: [...timeZones],
  formats: importFormats.map((value) => ({ value, label: formatNames[value] })),
});

const keptMs = 60 * 60_000;

/** Keeps a file for an hour, in place of the admin's previous one. Throws invalid if it can't be read. */
export async function keepImport(ctx: MemberContext, input: z.infer<typeof newImport>): Promise<{ id: string }> {
  const { text, fileName, ...choices } = input;
  if (choices.format === "customers") await planCustomers(ctx.db, text);
  else if (choices.format === "passes") await planPasses(ctx.db, ctx, text, choices);
  else if (choices.format === "members") await planMembers(ctx.db, ctx, text, choices);
  else await readRows(text, choices);
  const id = randomUUID();
  const kept = {
    id,
    ...choices,
    fileName: stripControls(fileName),
    sealedFile: seal(ctx.settings, text, subjectOf(ctx)),
    createdAt: ctx.clock.now(),
  };
  await ctx.db
    .insert(pendingImports)
    .values({ ...kept, userId: ctx.user.id })
    .onConflictDoUpdate({ target: pendingImports.userId, set: kept });
  return { id };
}

const subjectOf = ({ user }: MemberContext): string => `import of ${user.id}`;

/** Throws not_found after an hour, or once the admin has chosen another file. */
export async function readKept(db: Queryable, ctx: MemberContext, { id }: z.infer<typeof importRef>) {
  const since = new Date(ctx.clock.now().getTime() - keptMs);
  const isTheirs = and(
    eq(pendingImports.id, id),
    eq(pendingImports.userId, ctx.user.id),
    gt(pendingImports.createdAt, since),
  );
  const [found] = await db.select().from(pendingImports).where(isTheirs);
  if (!found) throw new DomainError("not_found", "This file is no longer kept. Please choose it again.");
  const { sealedFile, fileName, isGuessed, format, timeZone, currency, dateOrder, createsSessions } = found;
  const choices = { format, timeZone, currency, dateOrder, createsSessions };
  return { fileName, isGuessed, choices, text: unseal(ctx.settings, sealedFile, subjectOf(ctx)) };
}

export async function dropImport({ db, user }: MemberContext, { id }: z.infer<typeof importRef>): Promise<void> {
  await db.delete(pendingImports).where(and(eq(pendingImports.id, id), eq(pendingImports.userId, user.id)));
}

const shownProblems = 200;

/** Says what an import would do, without doing it. */
export async function checkImport(ctx: MemberContext, ref: z.infer<typeof importRef>) {
  const { fileName, isGuessed, choices, text } = await readKept(ctx.db, ctx, ref);
  const isCustomerList = choices.format === "customers";
  const { timeZone } = choices;
  const guessed = isGuessed ? accentedIn(text) : null;
  const about = { id: ref.id, fileName, guessed, source: formatNames[choices.format], timeZone, isCustomerList };
  if (isCustomerList) return { ...about, ...(await checkCustomers(ctx, text)) };
  if (choices.format === "passes") return { ...about, ...(await checkPasses(ctx, text, choices)) };
  if (choices.format === "members") return { ...about, ...(await checkMembers(ctx, text, choices)) };
  const plan = await planImport(ctx.db, ctx, await readRows(text, choices), choices);
  const { bookings, sessions, problems, known, bookedHere, cancelled, digest } = plan;
  const now = ctx.clock.now();
  const future = bookings.filter(({ booking }) => booking.startTime > now);
  return {
    ...about,
    customers: 0,
    passes: 0,
    members: 0,
    repeated: 0,
    bookings: bookings.length,
    future: future.length,
    tickets: bookings.reduce((sum, { booking }) => sum + booking.tickets, 0),
    sessions: sessions.length,
    known,
    bookedHere,
    cancelled,
    digest,
    problems: problems.slice(0, shownProblems),
    problemCount: problems.length,
  };
}

const shownGuesses = 8;

/** Returns words with letters beyond ASCII, to be looked at. */
const accentedIn = (text: string): string[] =>
  [...new Set(text.match(/[\p{L}\p{M}'’-]*[^\p{ASCII}][\p{L}\p{M}'’-]*/gu))].slice(0, shownGuesses);

async function checkCustomers({ db }: MemberContext, text: string) {
  const { customers, known, repeated, problems, digest } = await planCustomers(db, text);
  return {
    ...nothing,
    customers: customers.length,
    repeated,
    known,
    digest,
    problems: problems.slice(0, shownProblems),
    problemCount: problems.length,
  };
}

async function checkPasses(ctx: MemberContext, text: string, choices: ImportChoices) {
  const { passes, known, problems, digest } = await planPasses(ctx.db, ctx, text, choices);
  return {
    ...nothing,
    passes: passes.length,
    known,
    digest,
    problems: problems.slice(0, shownProblems),
    problemCount: problems.length,
  };
}

async function checkMembers(ctx: MemberContext, text: string, choices: ImportChoices) {
  const { members, known, problems, digest } = await planMembers(ctx.db, ctx, text, choices);
  return {
    ...nothing,
    members: members.length,
    known,
    digest,
    problems: problems.slice(0, shownProblems),
    problemCount: problems.length,
  };
}

const nothing = {
  customers: 0,
  passes: 0,
  members: 0,
  repeated: 0,
  bookings: 0,
  future: 0,
  tickets: 0,
  sessions: 0,
  bookedHere: 0,
  cancelled: 0,
};
