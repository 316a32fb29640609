import type { Transaction } from "@db/client";
import { type Pass, passes, purchases, users } from "@db/schema";
import { eq } from "drizzle-orm";
import { requirePresent } from "../../core/errors";
import { heldPassLink, myPassesPath } from "../../core/paths";
import type { Services } from "../../core/services";
import { enqueueMail } from "../../platform/mail/outbox";
import { siteFacts } from "../../platform/mail/templates";
import { readBalance } from "./balance";
import { describeBalance } from "./describe-pass";
import { lastDayOf } from "./period";

type MailServices = Pick<Services, "settings">;

const fewLeft = 2;

/**
 * Tells the holder of a locked pass that two credits or fewer are left, if the tickets of the booking that was just
 * made took the balance there: once for each end of the pass.
 */
export async function mailFewLeft(
  tx: Transaction,
  services: MailServices,
  { id, credits, membershipId }: Pick<Pass, "id" | "credits" | "membershipId">,
  taken: number,
): Promise<void> {
  if (credits === null || membershipId) return;
  const left = await readBalance(tx, { id });
  if (left < 1 || left > fewLeft || left + taken <= fewLeft) return;
  const { to, pass, ...facts } = await readFacts(tx, services, { id, left });
  await enqueueMail(tx, {
    template: "pass-few-left",
    to,
    dedupeKey: `pass-few-left:${pass.purchaseId}:${endOf(pass)}`,
    replyTo: services.settings.adminEmail,
    props: { ...facts, left },
  });
}

type EndingPass = Pick<Pass, "id"> & { endsAt: Date; left: number };

/** Tells the holder of a locked pass when it ends: once for each end. */
export async function mailEnding(tx: Transaction, services: MailServices, ending: EndingPass): Promise<void> {
  const { to, pass, ...facts } = await readFacts(tx, services, ending);
  await enqueueMail(tx, {
    template: "pass-ending",
    to,
    dedupeKey: `${endingKey}${pass.purchaseId}:${endOf(pass)}`,
    replyTo: services.settings.adminEmail,
    props: { ...facts, lastDay: lastDayOf(ending.endsAt, services.settings.siteTimeZone) },
  });
}

/** What the keys of these mails begin with; the purchase and the end in seconds follow. */
export const endingKey = "pass-ending:";

const endOf = ({ endsAt }: Pick<Pass, "endsAt">): string =>
  endsAt ? String(Math.floor(endsAt.getTime() / 1000)) : "open";

/** Reads the pass anew: a first booking has just begun its period. */
async function readFacts(tx: Transaction, { settings }: MailServices, { id, left }: { id: string; left: number }) {
  const [found] = await tx
    .select({ pass: passes, purchase: purchases, account: users })
    .from(passes)
    .innerJoin(purchases, eq(purchases.id, passes.purchaseId))
    .leftJoin(users, eq(users.id, passes.userId))
    .where(eq(passes.id, id));
  const { pass, purchase, account } = requirePresent(found, "a pass with its purchase");
  const path = account ? myPassesPath : heldPassLink(purchase);
  return {
    pass,
    to: account?.email ?? pass.email,
    site: siteFacts(settings),
    firstName: (account?.fullName ?? purchase.customerName).split(" ")[0] ?? "",
    title: pass.title,
    balance: describeBalance(pass, { left, timeZone: settings.siteTimeZone }),
    passUrl: settings.siteUrl + path,
    isByLink: account === null,
  };
}
