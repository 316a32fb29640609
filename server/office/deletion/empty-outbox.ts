import { randomUUID } from "node:crypto";
import { lockMails } from "../../platform/mail/lock";
import { eq, inArray, or, sql } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { outboxEmails, type Account } from "@db/schema";
import type { Services } from "../../core/services";
import { isAbout } from "../../platform/mail/outbox";
import { subjectOf } from "../../platform/mail/templates";
import { deletedAddress, normalEmail } from "../../core/email-address";
import type { Belongings } from "./belongings";
import { type Identity, withEmails, withoutIdentity } from "./identity";

type Mail = typeof outboxEmails.$inferSelect;
type AccountRemains = { account: Account; belongings: Belongings; identity: Identity };

const emptied = {
  props: {},
  subject: "Deleted",
  html: null,
  text: null,
  replyTo: null,
  attachments: null,
  lastError: null,
  bounceReason: null,
};

/** Empties mails about the member and deletes unsent ones, except those to the admin, which lose the name. */
export async function emptyOutbox(tx: Transaction, { settings }: Pick<Services, "settings">, emptying: AccountRemains) {
  const adminEmail = normalEmail(settings.adminEmail);
  const isToAdmin = ({ recipient }: Mail) => normalEmail(recipient) === adminEmail;
  const mails = await findMails(tx, emptying);
  const recipients = mails.filter((mail) => !isToAdmin(mail)).map(({ recipient }) => recipient);
  const identity = withEmails(emptying.identity, recipients);
  for (const mail of mails.filter((mail) => mail.sentAt === null && isToAdmin(mail))) {
    await tx.update(outboxEmails).set(anonymise(mail, identity)).where(eq(outboxEmails.id, mail.id));
  }
  const sent = mails.filter(({ sentAt }) => sentAt !== null);
  const idsOf = (chosen: Mail[]) =>
    inArray(
      outboxEmails.id,
      chosen.map(({ id }) => id),
    );
  await tx.update(outboxEmails).set(emptied).where(idsOf(sent));
  const toMember = sent.filter((mail) => !isToAdmin(mail));
  await tx.update(outboxEmails).set({ recipient: emptying.identity.address }).where(idsOf(toMember));
  await tx.delete(outboxEmails).where(idsOf(mails.filter((mail) => mail.sentAt === null && !isToAdmin(mail))));
}

/** Empties the mails about rows that are forgotten, deletes those that are not sent, and forgets to whom they went. */
export async function emptyMailsAbout(tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const mails = await lockMails(tx, isAbout(ids));
  const idsOf = (isSent: boolean) =>
    inArray(
      outboxEmails.id,
      mails.filter(({ sentAt }) => (sentAt !== null) === isSent).map(({ id }) => id),
    );
  await tx.delete(outboxEmails).where(idsOf(false));
  await tx
    .update(outboxEmails)
    .set({ ...emptied, recipient: deletedAddress(randomUUID()) })
    .where(idsOf(true));
}

function findMails(tx: Transaction, { account, belongings }: AccountRemains): Promise<Mail[]> {
  const { bookings, entries, purchases, payments, refunds, disputes, withdrawals, requests } = belongings;
  const rows = [
    account,
    ...bookings.map(({ booking }) => booking),
    ...entries,
    ...purchases,
    ...payments,
    ...refunds,
    ...disputes,
    ...withdrawals,
    ...requests,
  ];
  const email = normalEmail(account.email);
  return lockMails(
    tx,
    or(
      eq(sql`lower(${outboxEmails.recipient})`, email),
      eq(sql`lower(${outboxEmails.replyTo})`, email),
      isAbout(rows.map(({ id }) => id)),
    ),
  );
}

function anonymise({ template, props }: Mail, identity: Identity) {
  const anonymousProps = {
    ...(withoutNames(props, identity) as object),
    ...(template in tellOfNotes && { healthNote: null, hasHealthNote: false }),
  };
  return { ...emptied, props: anonymousProps, subject: subjectOf(template, anonymousProps) };
}

/** Mails of the previous version quote the note. */
const tellOfNotes = { "admin-new-booking": true, "admin-booking-moved": true };

function withoutNames(value: unknown, identity: Identity): unknown {
  if (typeof value === "string") return withoutIdentity(value, identity);
  if (Array.isArray(value)) return value.map((item) => withoutNames(item, identity));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutNames(item, identity)]));
}
