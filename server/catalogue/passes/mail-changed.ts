import type { Transaction } from "@db/client";
import { type Pass, purchases } from "@db/schema";
import { one } from "@db/one";
import { eq } from "drizzle-orm";
import type { Services } from "../../core/services";
import { enqueueMail } from "../../platform/mail/outbox";
import { siteFacts } from "../../platform/mail/templates";
import { readBalance } from "./balance";
import { describeBalance } from "./describe-pass";

type PassChange = { /** A sentence of the instructor. */ change: string; reason: string; formKey: string };

/** Tells the holder of a locked pass what the instructor has changed, and why. */
export async function mailChanged(
  tx: Transaction,
  { settings }: Pick<Services, "settings">,
  pass: Pass & { purchaseId: string },
  { change, reason, formKey }: PassChange,
): Promise<void> {
  const purchase = one(await tx.select().from(purchases).where(eq(purchases.id, pass.purchaseId)), "purchase");
  const left = await readBalance(tx, pass);
  await enqueueMail(tx, {
    template: "pass-changed",
    to: purchase.customerEmail,
    dedupeKey: `pass-changed:${pass.id}:${formKey}`,
    replyTo: settings.adminEmail,
    props: {
      site: siteFacts(settings),
      firstName: purchase.customerName.split(" ")[0] ?? "",
      pass: pass.title,
      change,
      reason,
      balance: describeBalance(pass, { left, timeZone: settings.siteTimeZone }),
      passesUrl: `${settings.siteUrl}/user/passes`,
    },
  });
}
