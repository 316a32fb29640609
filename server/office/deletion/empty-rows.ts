import { and, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { Transaction } from "@db/client";
import {
  accountTokens,
  auditEntries,
  creditEntries,
  bookingTickets,
  giftCards,
  passes,
  purchases,
  importedCustomers,
  keptForms,
  mailConsents,
  overviewVisits,
  personNotes,
  knownDevices,
  openingMails,
  pendingImports,
  invoiceDetails,
  playbackProgress,
  recoveryCodes,
  secondFactors,
  sessionBookings,
  sessionWaitlist,
  testimonials,
  users,
  userSessions,
  withdrawalRequests,
  type Account,
} from "@db/schema";
import type { Services } from "../../core/services";
import { deletedAddress, deletedName, normalEmail } from "../../core/email-address";
import { forgetRequests } from "../../selling/one-to-one/own-requests";
import type { Belongings } from "./belongings";
import { type Identity, withoutIdentity } from "./identity";

type AccountRemains = { account: Account; belongings: Belongings; identity: Identity };

export async function emptyRows(tx: Transaction, services: Services, emptying: AccountRemains): Promise<void> {
  await emptyBooks(tx, services, emptying);
  await emptyWithdrawals(tx, emptying);
  await emptyAudit(tx, emptying);
  await forgetMember(tx, emptying.account);
  const address = deletedAddress(emptying.account.id);
  await tx
    .update(users)
    .set({
      fullName: emptying.identity.name,
      email: address,
      passwordHash: null,
      role: "member",
      subscriptionStatus: "free",
      emailConfirmedAt: null,
      adminSignedInAt: null,
      calendarKey: null,
      timeZone: null,
      currency: null,
      hasReminders: false,
      archivedAt: services.clock.now(),
    })
    .where(eq(users.id, emptying.account.id));
}

/** New keys invalidate mailed links. */
const newKey = { manageKey: sql`default` };

async function emptyBooks(tx: Transaction, services: Services, { account, belongings, identity }: AccountRemains) {
  const { settings } = services;
  const address = deletedAddress(account.id);
  const timeZone = settings.siteTimeZone;
  const { bookings, entries } = belongings;
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
  await tx
    .update(sessionBookings)
    .set({
      attendeeFirstName: deletedName.first,
      attendeeLastName: deletedName.last,
      attendeeEmail: address,
      healthNote: null,
      sealedHealthNote: null,
      attendeeNote: null,
      timeZone,
      ...newKey,
    })
    .where(inArray(sessionBookings.id, idsOf(bookings.map(({ booking }) => booking))));
  await forgetRequests(tx, services, {
    account,
    address,
    timeZone,
    sessionIds: bookings.flatMap(({ session }) => (session.offerId === null ? [] : [session.id])),
  });
  await tx
    .update(bookingTickets)
    .set({ name: null })
    .where(inArray(bookingTickets.bookingId, idsOf(bookings.map(({ booking }) => booking))));
  await tx
    .update(sessionWaitlist)
    .set({ firstName: deletedName.first, lastName: deletedName.last, email: address, timeZone, ...newKey })
    .where(inArray(sessionWaitlist.id, idsOf(entries)));
  await tx
    .update(purchases)
    .set({ customerName: identity.name, customerEmail: address, ...newKey })
    .where(inArray(purchases.id, idsOf(belongings.purchases)));
  const held = await tx
    .update(passes)
    .set({ email: address })
    .where(inArray(passes.purchaseId, idsOf(belongings.purchases)))
    .returning({ id: passes.id });
  await emptyReasons(tx, idsOf(held), identity);
  // A card that was given to someone keeps paying. One that waits for its day still needs to whom it goes.
  await tx
    .update(giftCards)
    .set({ giverName: identity.name, recipientName: null, words: null, recipientEmail: null, timeZone })
    .where(and(inArray(giftCards.purchaseId, idsOf(belongings.purchases)), isNotNull(giftCards.sentAt)));
}

/** The admin may have typed the holder's name into the reason for correcting credits. */
async function emptyReasons(tx: Transaction, passIds: string[], identity: AccountRemains["identity"]): Promise<void> {
  const isTyped = and(inArray(creditEntries.passId, passIds), isNotNull(creditEntries.reason));
  for (const { id, reason } of await tx.select().from(creditEntries).where(isTyped)) {
    const without = withoutIdentity(reason ?? "", identity);
    if (without !== reason) await tx.update(creditEntries).set({ reason: without }).where(eq(creditEntries.id, id));
  }
}

/** An open one stays: the instructor still finds the purchase, which has the same address from now on. */
async function emptyWithdrawals(tx: Transaction, { account, belongings, identity }: AccountRemains): Promise<void> {
  for (const { id, contract, declineReason } of belongings.withdrawals) {
    await tx
      .update(withdrawalRequests)
      .set({
        name: identity.name,
        email: deletedAddress(account.id),
        contract: withoutIdentity(contract, identity),
        declineReason: declineReason && withoutIdentity(declineReason, identity),
      })
      .where(eq(withdrawalRequests.id, id));
  }
}

/** Entries contain no names, but admins typed the reasons. */
async function emptyAudit(tx: Transaction, { account, belongings, identity }: AccountRemains): Promise<void> {
  const { bookings, entries, purchases, payments, withdrawals } = belongings;
  const books = [...entries, ...purchases, ...payments, ...withdrawals];
  const rows = [account, ...bookings.map(({ booking }) => booking), ...books];
  const isAboutMember = or(
    inArray(
      auditEntries.subjectId,
      rows.map(({ id }) => id),
    ),
    eq(auditEntries.actorId, account.id),
  );
  const written = await tx
    .select({ id: auditEntries.id, reason: auditEntries.reason })
    .from(auditEntries)
    .where(and(isAboutMember, isNotNull(auditEntries.reason)));
  for (const { id, reason } of written) {
    const without = withoutIdentity(reason ?? "", identity);
    if (without !== reason) await tx.update(auditEntries).set({ reason: without }).where(eq(auditEntries.id, id));
  }
}

async function forgetMember(tx: Transaction, { id, email, emailConfirmedAt }: Account): Promise<void> {
  const isAddressNote = emailConfirmedAt ? eq(personNotes.email, normalEmail(email)) : undefined;
  await tx.delete(personNotes).where(or(eq(personNotes.userId, id), isAddressNote));
  // That they have unsubscribed stays known by a hash.
  if (emailConfirmedAt) await tx.delete(mailConsents).where(eq(mailConsents.email, normalEmail(email)));
  if (emailConfirmedAt) await tx.delete(importedCustomers).where(eq(importedCustomers.email, normalEmail(email)));
  await tx.delete(invoiceDetails).where(eq(invoiceDetails.userId, id));
  await tx.delete(testimonials).where(eq(testimonials.userId, id));
  await tx.delete(playbackProgress).where(eq(playbackProgress.userId, id));
  await tx.delete(openingMails).where(eq(openingMails.userId, id));
  await tx.delete(keptForms).where(eq(keptForms.userId, id));
  await tx.delete(overviewVisits).where(eq(overviewVisits.userId, id));
  await tx.delete(pendingImports).where(eq(pendingImports.userId, id));
  await tx.delete(accountTokens).where(eq(accountTokens.userId, id));
  await tx.delete(secondFactors).where(eq(secondFactors.userId, id));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, id));
  await tx.delete(knownDevices).where(eq(knownDevices.userId, id));
  await tx.delete(userSessions).where(or(eq(userSessions.userId, id), eq(userSessions.impersonatorId, id)));
  // A queued account link's job contains the address.
  await tx.execute(sql`select graphile_worker.complete_jobs(array(
    select jobs.id from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where tasks.identifier in ('send-account-link', 'send-booking-links')
      and jobs.payload ->> 'email' = ${normalEmail(email)}))`);
}
