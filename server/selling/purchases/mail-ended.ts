import type { Transaction } from "@db/client";
import type { Services } from "../../core/services";
import { referenceOf } from "../../core/reference";
import { enqueueMail } from "../../platform/mail/outbox";
import { siteFacts } from "../../platform/mail/templates";
import { firstNameOf } from "./mails";
import type { PurchaseEnd } from "./sold-kind";
import type { Purchase } from "./transitions";

/** Tells the buyer that a pass or a gift card has ended, unless something goes back for it: that has a letter of its own. */
export async function mailEnded(
  tx: Transaction,
  { settings, clock }: Pick<Services, "settings" | "clock">,
  purchase: Purchase,
  { kind, told }: { kind: "pass" | "gift card" } & Pick<PurchaseEnd, "told">,
): Promise<void> {
  if (!told || told.owed.length > 0) return;
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
      isKept: told.isKept,
      reference: referenceOf(purchase),
    },
  });
}
