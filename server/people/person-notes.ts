import type { Queryable, Transaction } from "@db/client";
import { personNotes } from "@db/schema";
import { asc, eq, inArray, or, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { audit } from "../audit/record-audit";
import { inTransaction } from "../core/transaction";
import { refuseOutdated } from "../core/forms";
import type { MemberContext } from "../core/context";
import { type Person, requirePerson } from "./person-records";
import type { personNoteChange } from "./schemas";

export async function readNote(db: Queryable, person: Person): Promise<string> {
  const rows = await db.select().from(personNotes).where(whereAbout(person)).orderBy(asc(personNotes.updatedAt));
  return rows.map(({ note }) => note).join("\n\n");
}

/** Replaces the note; an empty one deletes it. Throws not_found and changed_meanwhile. */
export async function saveNote(
  ctx: MemberContext,
  { key, note, version }: z.infer<typeof personNoteChange>,
): Promise<void> {
  const person = await requirePerson(ctx, key);
  await inTransaction(ctx, async (tx) => {
    await tx.select().from(personNotes).where(whereAbout(person)).for("update");
    const now = await readNote(tx, person);
    refuseOutdated({ now: { note: now }, wanted: { note }, version });
    if (now === note) return;
    const [deleted] = await tx.delete(personNotes).where(whereAbout(person)).returning({ id: personNotes.id });
    const id = note === "" ? deleted?.id : await insertNote(tx, ctx, person, note);
    if (id) await audit(tx, ctx, "person.note_changed", id);
  });
}

async function insertNote(tx: Transaction, ctx: MemberContext, { userId, email }: Person, note: string) {
  const about = userId ? { userId } : { email: email.toLowerCase() };
  const [row] = await tx
    .insert(personNotes)
    .values({ ...about, note, updatedAt: ctx.clock.now() })
    .returning({ id: personNotes.id });
  return row?.id;
}

function whereAbout({ userId, address }: Person): SQL | undefined {
  return or(
    userId ? eq(personNotes.userId, userId) : undefined,
    inArray(personNotes.email, address === null ? [] : [address]),
  );
}
