import type { WebhookHealth as Health } from "@server/payments/webhook-tally";
import { Notice } from "./notice";

/** Says how Stripe's messages arrive, without which payments are only found by asking. */
export function WebhookHealth({ health }: { health: Health }) {
  const { lastEvent, badSignatures, lastBadSignature, isSecretSuspect } = health;
  return (
    <>
      <p className="text-ink-soft">
        {lastEvent ? `Last event from Stripe: ${lastEvent}.` : "No event from Stripe yet."} Bad signatures:{" "}
        {badSignatures}
        {lastBadSignature && `, the last one ${lastBadSignature}`}.
      </p>
      {isSecretSuspect && (
        <Notice kind="warning">
          <b className="block font-semibold">The last message had a bad signature</b> If it came from Stripe, bookings
          are confirmed late: compare STRIPE_WEBHOOK_SECRET with the signing secret in Stripe&apos;s dashboard.
        </Notice>
      )}
    </>
  );
}
