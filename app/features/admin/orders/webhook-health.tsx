import type { WebhookHealth as Health } from "@server/payments/webhook-tally";
import { Notice } from "~/ui/notice";

/** What fails without a service's webhook, and its setting. */
const services = {
  Stripe: { loss: "bookings are confirmed late", secret: "STRIPE_WEBHOOK_SECRET" },
  Resend: { loss: "mails that did not arrive go unnoticed", secret: "RESEND_WEBHOOK_SECRET" },
};

export function WebhookHealth({ service, health }: { service: keyof typeof services; health: Health }) {
  const { lastEvent, badSignatures, lastBadSignature, isSecretSuspect } = health;
  return (
    <>
      <p className="text-ink-soft">
        {lastEvent ? `Last event from ${service}: ${lastEvent}.` : `No event from ${service} yet.`} Bad signatures:{" "}
        {badSignatures}
        {lastBadSignature && `, the last one ${lastBadSignature}`}.
      </p>
      {isSecretSuspect && (
        <Notice kind="warning">
          <b className="block">The last messages had a bad signature</b> If they came from {service},{" "}
          {services[service].loss}: compare {services[service].secret} with the signing secret in {service}&apos;s
          dashboard.
        </Notice>
      )}
    </>
  );
}
