import type { Queryable, Transaction } from "@db/client";
import { openingMails, outboxEmails, purchases, recordings, users } from "@db/schema";
import { and, asc, eq, inArray, isNotNull, isNull, like, or, type SQL, sql } from "drizzle-orm";
import { accessBy, openingStatuses } from "../../../catalogue/entitlements/bought";
import { normalEmail } from "../../../core/email-address";
import { requirePresent } from "../../../core/errors";
import type { Services } from "../../../core/services";
import { inTransaction } from "../../../core/transaction";
import { lockOpeningMails } from "../../../platform/mail/lock";
import { isOpeningMail, openingMailsKey, type OpeningMailsRef } from "../../../platform/mail/opening-mails";
import { enqueueMail } from "../../../platform/mail/outbox";
import { siteFacts } from "../../../platform/mail/templates";
import { readCollections } from "../../../catalogue/products/catalogue";
import { kinds } from "../../../catalogue/products/kinds";
import { textsOf } from "../../../catalogue/products/words";
import { openingOf } from "../access";

type Reader = Awaited<ReturnType<typeof findReaders>>[number];
type Part = Awaited<ReturnType<typeof findParts>>[number];

/** What opened longer ago is no news, such as a day that the instructor has corrected to one that is over. */
const newsMs = 3 * 24 * 3_600_000;

/** What opens at once is told at once. The mail's key has room for as many ids. */
const mostInOneMail = 20;

/** Mails buyers who asked for it that parts of a collection have opened. Safe to repeat: none is told of twice. */
export async function mailOpenings(services: Services): Promise<void> {
  const { db, log } = services;
  const parts = await findParts(db);
  if (parts.length === 0) return;
  for (const reader of await findReaders(db)) {
    if (openedFor(services, reader, parts).length === 0) continue;
    await mailReader(services, reader).catch((error: unknown) =>
      log.error({ err: error, userId: reader.userId }, "opened parts not mailed; the next run tries again"),
    );
  }
}

/** Reads everything again: meanwhile the purchase may have been refunded, or a part deleted. */
function mailReader(services: Services, ref: OpeningMailsRef): Promise<void> {
  return inTransaction(services, async (tx) => {
    await lockOpeningMails(tx, isOpeningMail(ref));
    const [reader] = await findReaders(tx, isOpeningMail(ref));
    if (!reader) return;
    const parts = await findParts(tx, eq(recordings.productId, reader.productId));
    const told = (await findToldKeys(tx, reader)).join();
    const news = openedFor(services, reader, parts).filter(({ id }) => !told.includes(id));
    if (news.length > 0) await enqueueNews(tx, services, reader, news.slice(0, mostInOneMail));
  });
}

/** Returns what has opened to a reader of late, since they asked to be told and while it was there. */
function openedFor({ clock, settings }: Services, reader: Reader, parts: Part[]): Part[] {
  const now = clock.now();
  const { begins } = accessBy(reader);
  return parts.filter((part) => {
    if (part.productId !== reader.productId) return false;
    const opening = openingOf(part, begins, settings.siteTimeZone);
    if (!opening || opening > now || opening <= reader.askedAt || opening <= part.createdAt) return false;
    return now.getTime() - opening.getTime() <= newsMs;
  });
}

const findParts = (db: Queryable, which?: SQL) =>
  db
    .select()
    .from(recordings)
    .where(
      and(which, eq(recordings.isFree, false), or(isNotNull(recordings.opensOn), isNotNull(recordings.opensAfterDays))),
    )
    .orderBy(asc(recordings.orderIndex), asc(recordings.createdAt), asc(recordings.id));

/** Finds those who asked to be told, and to whom the collection is open. */
const findReaders = (db: Queryable, which?: SQL) =>
  db
    .select({
      userId: openingMails.userId,
      productId: openingMails.productId,
      askedAt: openingMails.createdAt,
      email: users.email,
      fullName: users.fullName,
      opensAt: purchases.opensAt,
      openedAt: purchases.openedAt,
      completedAt: purchases.completedAt,
      createdAt: purchases.createdAt,
    })
    .from(openingMails)
    .innerJoin(users, eq(users.id, openingMails.userId))
    .innerJoin(
      purchases,
      and(eq(purchases.userId, openingMails.userId), eq(purchases.productId, openingMails.productId)),
    )
    .where(
      and(
        which,
        inArray(purchases.status, [...openingStatuses]),
        isNull(purchases.archivedAt),
        isNull(purchases.opensAt),
      ),
    );

async function findToldKeys(tx: Transaction, reader: Reader): Promise<string[]> {
  const isToReader = eq(sql`lower(${outboxEmails.recipient})`, normalEmail(reader.email));
  const rows = await tx
    .select({ key: outboxEmails.dedupeKey })
    .from(outboxEmails)
    .where(and(isToReader, like(outboxEmails.dedupeKey, `${openingMailsKey(reader)}%`)));
  return rows.map(({ key }) => key);
}

async function enqueueNews(tx: Transaction, { settings }: Services, reader: Reader, news: Part[]): Promise<void> {
  const collections = await readCollections(tx);
  const collection = requirePresent(
    collections.find(({ id }) => id === reader.productId),
    "the collection of a part",
  );
  const url = settings.siteUrl + kinds.collection.pathOf(collection);
  await enqueueMail(tx, {
    template: "recordings-opened",
    to: reader.email,
    replyTo: settings.adminEmail,
    dedupeKey: openingMailsKey(reader) + news.map(({ id }) => id).join(),
    isAnnouncement: true,
    props: {
      site: siteFacts(settings),
      firstName: reader.fullName.split(" ")[0] ?? "",
      series: textsOf(collection).title,
      seriesUrl: url,
      recordings: news.map(({ id, title }) => ({ title, url: `${url}/${id}` })),
    },
  });
}
