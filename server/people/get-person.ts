import { collectionPurchases, sessionBookings, users } from "@db/schema";
import { desc, eq } from "drizzle-orm";
import { versionOf } from "../core/forms";
import type { MemberContext } from "../core/context";
import { isSuppressed } from "../mail/unsubscribe";
import { readHistories } from "./person-history";
import { readNote } from "./person-notes";
import { type Person, requirePerson, whereBookingsOf, wherePurchasesOf } from "./person-records";

export async function getPerson(ctx: MemberContext, { key }: { key: string }) {
  const person = await requirePerson(ctx, key);
  const [[history], name, note, isUnsubscribed] = await Promise.all([
    readHistories(ctx, [person]),
    nameOf(ctx, person),
    readNote(ctx.db, person),
    isSuppressed(ctx.db, person.email),
  ]);
  return {
    ...person,
    name,
    note,
    version: versionOf({ note }),
    getsAnnouncements: !isUnsubscribed,
    history: history ?? { items: [], visits: 0, noShows: 0, spent: [] },
  };
}

/** Returns everything that the back office shows about a person, for a request under data protection law. */
export async function exportPerson(ctx: MemberContext, { key }: { key: string }) {
  const { name, email, userId, note, getsAnnouncements, history } = await getPerson(ctx, { key });
  return {
    exportedAt: ctx.clock.now(),
    ...{ name, email, hasAccount: userId !== null, privateNote: note, getsAnnouncements },
    visits: history.visits,
    noShows: history.noShows,
    spent: history.spent,
    history: history.items.map(({ sessionId: _, ...item }) => item),
  };
}

async function nameOf({ db }: MemberContext, person: Person): Promise<string> {
  if (person.userId) {
    const [account] = await db.select({ name: users.fullName }).from(users).where(eq(users.id, person.userId));
    if (account) return account.name;
  }
  const { attendeeFirstName: first, attendeeLastName: last, createdAt } = sessionBookings;
  const [booked] = await db
    .select({ first, last })
    .from(sessionBookings)
    .where(whereBookingsOf([person]))
    .orderBy(desc(createdAt))
    .limit(1);
  if (booked) return `${booked.first} ${booked.last}`;
  const [bought] = await db
    .select({ name: collectionPurchases.customerName })
    .from(collectionPurchases)
    .where(wherePurchasesOf([person]))
    .orderBy(desc(collectionPurchases.createdAt))
    .limit(1);
  return bought?.name ?? person.email;
}
