import { sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { requireCharge, type ChargeRef } from "./charge-of-session";
import { change, nowInSeconds, type Context } from "./context";
import { recordEvent } from "./events";
import { buildFraudWarning, type FraudWarningObject } from "./objects/fraud-warning";
import { insertObject } from "./store";

/** The card's issuer reports a payment as probably fraudulent. Throws when there is no such payment. */
export function warnOfFraud(ctx: Context, ref: ChargeRef): Promise<FraudWarningObject> {
  return change(ctx, async (tx) => {
    const { body: charge, sessionId, email } = await requireCharge(tx, ref);
    const warning = buildFraudWarning(charge, "unauthorized_use_of_card", nowInSeconds(ctx));
    await insertObject(tx, "radar.early_fraud_warning", { body: warning, sessionId, email });
    await recordEvent(ctx, tx, { type: "radar.early_fraud_warning.created", object: warning, email });
    return warning;
  });
}

/** After a dispute or a refund in full nothing can be done about the warnings of a charge any more. */
export async function endWarnings(tx: Queryable, chargeId: string): Promise<void> {
  await tx.execute(sql`
    update local_stripe.objects set body = jsonb_set(body, '{actionable}', 'false')
    where kind = 'radar.early_fraud_warning' and body ->> 'charge' = ${chargeId}`);
}
