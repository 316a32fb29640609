import type { Transaction } from "@db/client";
import type { Services } from "../../core/services";
import { referenceOf } from "../../core/reference";
import { enqueueMail } from "../../platform/mail/outbox";
import { siteFacts } from "../../platform/mail/templates";
import { firstNameOf } from "./mails";
import type { Purchase } from "./transitions";

type EndedItem = { kind: "pass" | "gift card"; isKept: boolean };

/** Tells the buyer that a pass or a gift card has ended for which nothing goes back; `isKept`: it was paid for. */
export async function mailEnded(
  tx: Transaction,
  { settings, clock }: Pick<Services, "settings" | "clock">,
  purchase: Purchase,
  { kind, isKept }: EndedItem,
): Promise<void> {
  await enqueueMail(tx, {
    template: "purchase-ended",
    to: purchase.customerEmail,
    dedupeKey: `purchase-ended:${purchase.id}:${clock.now().toISOString()}`,
    replyTo: settings.adminEmail,
    props: {
      site: siteFacts(settings),
      firstName: firstNameOf(purchase),
      kind,
      title: purchase.productTitle,
      isKept,
      reference: referenceOf(purchase),
    },
  });
}
