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
const dayMs = 24 * 3_600_000;

/**
 * Tells the holder of a locked pass of more than two credits that a booking has left two or one: once for each end of
 * the pass, and not on the day after it was bought, when its buyer knows.
 */
export async function mailFewLeft(
  tx: Transaction,
  services: MailServices & Pick<Services, "clock">,
  { id, credits, membershipId }: Pick<Pass, "id" | "credits" | "membershipId">,
): Promise<void> {
  if (credits === null || credits <= fewLeft || membershipId) return;
  const left = await readBalance(tx, { id });
  if (left < 1 || left > fewLeft) return;
  const { to, pass, purchase, facts } = await readFacts(tx, services, { id, left });
  const boughtAt = purchase.completedAt ?? purchase.createdAt;
  if (services.clock.now().getTime() - boughtAt.getTime() < dayMs) return;
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
  const { to, pass, facts } = await readFacts(tx, services, ending);
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
    purchase,
    to: account?.email ?? pass.email,
    facts: {
      site: siteFacts(settings),
      firstName: (account?.fullName ?? purchase.customerName).split(" ")[0] ?? "",
      title: pass.title,
      balance: describeBalance(pass, { left, timeZone: settings.siteTimeZone }),
      passUrl: settings.siteUrl + path,
      isByLink: account === null,
    },
  };
}
