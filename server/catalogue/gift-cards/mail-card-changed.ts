import type { Transaction } from "@db/client";
import type { GiftCard } from "@db/schema";
import type { Services } from "../../core/services";
import { enqueueMail } from "../../platform/mail/outbox";
import { siteFacts } from "../../platform/mail/templates";
import { readGiftBalance } from "./balance";
import { describeCardBalance, nameOfCard } from "./describe-card";
import { addressOf, firstNameOf } from "./mail-card";

type CardChange = { change: string; reason: string; formKey: string };

/** Tells the holder of a card what the instructor has changed by hand, and why. */
export async function mailCardChanged(
  tx: Transaction,
  { settings }: Pick<Services, "settings">,
  card: GiftCard,
  { change, reason, formKey }: CardChange,
): Promise<void> {
  // Those who wait for their day don't know of it yet.
  if (card.sentAt === null) return;
  const leftMinor = await readGiftBalance(tx, card);
  await enqueueMail(tx, {
    template: "gift-card-changed",
    to: await addressOf(tx, card),
    dedupeKey: `gift-card-changed:${formKey}`,
    replyTo: settings.adminEmail,
    props: {
      site: siteFacts(settings),
      firstName: firstNameOf(card),
      reason,
      card: nameOfCard(card),
      change,
      balance: describeCardBalance(card, { leftMinor, timeZone: settings.siteTimeZone }),
      balanceUrl: `${settings.siteUrl}/gift-cards/balance`,
    },
  });
}
