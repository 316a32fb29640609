import { randomUUID } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import { auditEntries, type LiveSession, liveSessions } from "@db/schema";
import { lockSession } from "@server/catalogue/schedule/find-session";
import { announceChange } from "@server/office/managing/edit-session";
import { anAccount } from "./accounts";
import type { CallerOptions, TestApp } from "./test-app";

/** Creates an admin, and the procedures called as that admin. */
export async function anAdmin(
  app: TestApp,
  { fullName = "Mara Lind", ...asking }: CallerOptions & { fullName?: string } = {},
) {
  const user = await anAccount(app.db, { role: "admin", fullName, passwordHash: null });
  return { user, api: app.as({ ...asking, user }) };
}

/** Returns the form of a free online session at 19:30 in London. */
export const aSessionForm = (values: Partial<ReturnType<typeof defaultSessionForm>> = {}) => ({
  ...defaultSessionForm(),
  ...values,
});

const defaultSessionForm = () => ({
  title: "Evening Wind-Down",
  description: "Long exhales and a slow body scan.",
  category: undefined as string | undefined,
  startsAt: "2031-12-02T19:30",
  timeZone: "Europe/London",
  durationMinutes: 60,
  maxAttendees: undefined as number | undefined,
  price: "0",
  priceCurrency: "GBP" as "GBP" | "EUR" | "USD",
  locationType: "online" as "online" | "onsite",
  zoomLink: "https://zoom.example/j/1" as string | undefined,
  recordingUrl: undefined as string | undefined,
  isRecordingPublic: false,
  address: undefined as string | undefined,
  city: undefined as string | undefined,
  postCode: undefined as string | undefined,
  whatToBring: undefined as string | undefined,
  imageId: undefined as string | undefined,
  removeImage: false,
  isFeatured: false,
  isPublished: true,
});

export const aNewSession = (values: Parameters<typeof aSessionForm>[0] = {}) => ({
  ...aSessionForm(values),
  formKey: randomUUID() as string,
});

/** Creates a session through the admin's form. */
export async function createSession(admin: Awaited<ReturnType<typeof anAdmin>>, app: TestApp, values = {}) {
  const form = aNewSession(values);
  await admin.api.sessions.create(form);
  return readSession(app, form.formKey);
}

/** Opens the admin's form of a session and saves it with these values. */
export async function editSession({ api }: Pick<Awaited<ReturnType<typeof anAdmin>>, "api">, id: string, values = {}) {
  const { version } = await api.sessions.getForm({ id });
  return api.sessions.edit({ ...aSessionForm(values), id, version });
}

export async function readSession({ db }: TestApp, id: string) {
  return (await db.query.liveSessions.findFirst({ where: eq(liveSessions.id, id) }))!;
}

/** Changes a session and tells everyone booked. */
export async function changeSession({ db, services }: TestApp, id: string, values: Partial<LiveSession>) {
  return db.transaction(async (tx) => {
    const before = await lockSession(tx, id);
    const [after] = await tx.update(liveSessions).set(values).where(eq(liveSessions.id, id)).returning();
    return announceChange(tx, services, { before, after: after! });
  });
}

/** Returns the audited actions on a subject, oldest first. */
export async function auditOf({ db }: TestApp, subjectId: string): Promise<string[]> {
  const rows = await db
    .select({ action: auditEntries.action })
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, subjectId))
    // At the same moment of a test's clock, in the order of their transactions.
    .orderBy(asc(auditEntries.createdAt), sql`xmin::text::bigint`);
  return rows.map(({ action }) => action);
}

type PendingEdit = ReturnType<Awaited<ReturnType<typeof anAdmin>>["api"]["sessions"]["edit"]>;

/** Returns the key of the change of time or place that an edit asks about. */
export async function changeSeen(editing: PendingEdit): Promise<string> {
  const edited = await editing;
  if (edited.outcome !== "preview") throw new Error("no preview");
  return edited.key;
}
