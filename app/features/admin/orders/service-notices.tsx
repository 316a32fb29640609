import type { StripeFailure } from "@server/payments/stripe-failure";
import type { WebhookHealth as Health } from "@server/payments/webhook-tally";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";

type LedgerNoticeProps = {
  unexplained: number;
  /** Payments of orders that have no place any more. */
  toRefund: number;
  stripeFailure: StripeFailure | null;
  retryTo: string;
};

export function LedgerNotice({ unexplained, toRefund, stripeFailure, retryTo }: LedgerNoticeProps) {
  return (
    <>
      {stripeFailure && <NotCompared failure={stripeFailure} retryTo={retryTo} />}
      {unexplained > 0 && (
        <Notice kind="warning">
          <b className="block">{unexplained} unexplained</b> Sync asks Stripe again and corrects what a lost message
          left wrong. Please check what remains.
        </Notice>
      )}
      {toRefund > 0 && (
        <Notice kind="warning">
          <b className="block">{toRefund} to refund</b> The place has ended, and what was paid for it has not gone back.
        </Notice>
      )}
      {unexplained === 0 && !stripeFailure && (
        <Notice kind="information">
          <b className="block">0 unexplained</b> Every payment and every refund at Stripe is accounted for.
        </Notice>
      )}
    </>
  );
}

function NotCompared({ failure, retryTo }: { failure: StripeFailure; retryTo: string }) {
  return (
    <div className="grid justify-items-start gap-3">
      <Notice kind="warning">
        <b className="block">Not compared with Stripe</b> {stripeReasons[failure]} Below are this site’s own records.
      </Notice>
      <ButtonLink kind="quiet" size="small" to={retryTo} replace preventScrollReset>
        Retry
      </ButtonLink>
    </div>
  );
}

export const stripeReasons: Record<StripeFailure, string> = {
  unreachable: "Stripe can’t be reached.",
  too_slow: "Stripe did not answer in time.",
  key_refused: "Stripe rejected this site’s secret key. Check STRIPE_SECRET_KEY in the site’s settings.",
  not_permitted: "This site’s Stripe key may not read this. Give the restricted key read access in Stripe’s dashboard.",
  too_many_requests: "Stripe has had too many requests from this site. Wait a minute, then retry.",
  failing: "Stripe answered with an error.",
  unreadable: "Stripe’s answer could not be read.",
};

/** What fails without a service's webhook, and its setting. */
const services = {
  Stripe: { loss: "bookings are confirmed late", secret: "STRIPE_WEBHOOK_SECRET" },
  Resend: { loss: "undelivered emails go unnoticed", secret: "RESEND_WEBHOOK_SECRET" },
};

export function WebhookHealth({ service, health }: { service: keyof typeof services; health: Health }) {
  const { lastEvent, badSignatures, lastBadSignature, isSecretSuspect } = health;
  const last = lastBadSignature ? `, the last one ${lastBadSignature}` : "";
  return (
    <>
      <p className="text-ink-soft">
        {lastEvent ? `Last event from ${service}: ${lastEvent}.` : `No event from ${service} yet.`}
        {badSignatures > 0 && ` Bad signatures: ${badSignatures}${last}.`}
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
