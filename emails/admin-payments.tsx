import { Action, Closing } from "./parts/action";
import { AdminLetter, AdminSessionLetter } from "./parts/admin-letter";
import { exampleAdminBooking, examplePayment, examplePerson, exampleSite } from "./parts/examples";
import { Fact, WhatFact, WhenFact } from "./parts/facts";
import { Letter, type Template } from "./parts/letter";
import { AmountFact, RefundedFact } from "./parts/money";
import {
  type AdminBookingProps,
  type LatePaymentReason,
  type PaymentProps,
  type Person,
  type Site,
} from "./parts/props";

export const adminLatePaymentRefunded: Template<AdminBookingProps & { reason: LatePaymentReason; refunded: string }> = {
  subject: ({ attendee, session }) => `Late payment refunded: ${attendee.name}, ${session.title}`,
  letter: (props) => (
    <AdminSessionLetter
      {...props}
      label="Late payment refunded"
      preview={`${props.refunded} was refunded to ${props.attendee.name}. There is nothing for you to do.`}
      headline={["A late payment,", "refunded"]}
      text={
        `${props.attendee.name} paid ${reasons[props.reason]}. The full ${props.refunded} is being refunded, ` +
        "and they have been emailed. There is nothing for you to do."
      }
    >
      <WhenFact {...props} />
      <RefundedFact {...props} />
    </AdminSessionLetter>
  ),
  example: { ...exampleAdminBooking, reason: "place_released", refunded: "£18.00" },
};

const reasons: Record<LatePaymentReason, string> = {
  place_released: "after the place had been released and the session was full",
  rate_full: "after the place had been released and the places at its price had been booked by others",
  session_begun: "after the session had started",
  session_cancelled: "after the session had been cancelled",
  booking_cancelled: "after the booking had been cancelled",
  code_used: "after the hold had ended and its one-time discount code had been used by someone else",
  gift_card_used: "after the hold had ended and the gift card could not pay its part any more",
  credits_used: "after the hold had ended, when their pass could no longer pay for its part",
  account_deleted: "after the customer had deleted their account",
  booked_again: "after they had booked this session again; that booking is not affected",
  paid_already: "a second time for the same place, which is still booked",
};

/** A mail to the instructor: a customer finished checkout, but Stripe has not received the money. */
export const adminPaymentNotReceived: Template<AdminBookingProps & { amount: string }> = {
  subject: ({ attendee, session }) => `Payment not confirmed: ${attendee.name}, ${session.title}`,
  letter: (props) => (
    <AdminSessionLetter
      {...props}
      label="Payment not confirmed"
      preview={`${props.attendee.name}’s place has been released.`}
      headline={["A payment", "was not confirmed"]}
      text={
        `${props.attendee.name} finished the payment page for ${props.amount}, but their bank has not confirmed the ` +
        "payment. The place has been released. If the money arrives later, they get a place if one is free; otherwise " +
        "it is refunded in full automatically. This site only accepts cards: if this happens again, check the payment " +
        "methods in your Stripe dashboard."
      }
    >
      <WhenFact {...props} />
      <AmountFact label="Amount" amount={props.amount} note="not paid" />
    </AdminSessionLetter>
  ),
  example: { ...exampleAdminBooking, amount: "£18.00" },
};

type RefundFailedProps = Omit<AdminBookingProps, "sessionUrl"> & { amount: string; paymentsUrl: string };

/** A mail to the instructor: a refund failed at Stripe and has to be returned by hand. */
export const adminRefundFailed: Template<RefundFailedProps> = {
  subject: ({ attendee, amount }) => `Refund failed: ${amount} to ${attendee.name}`,
  letter: (props) => (
    <AdminLetter
      {...props}
      label="Refund failed"
      preview={`Stripe could not refund ${props.amount}. Please return it another way.`}
      headline={["A refund", "has failed"]}
      text={
        `Stripe could not refund ${props.amount} to ${props.attendee.name}: the card may be closed, or the payment ` +
        "disputed. Unless their bank has taken it, you still have the money. Please ask them how they would like it " +
        "returned."
      }
      who={props.attendee}
      action={<Action href={props.paymentsUrl} label="Open the payments" />}
    >
      <WhenFact {...props} />
      <AmountFact label="Owed" amount={props.amount} note="to be returned by you" />
    </AdminLetter>
  ),
  example: {
    ...exampleAdminBooking,
    amount: "£14.40",
    paymentsUrl: "https://breathroom.example/admin/payments",
  },
};

type PayoutFailedProps = { site: Site; amount: string; arrival: string; reason: string | null; payoutUrl: string };

/** A mail to the instructor: the bank has returned a payout to Stripe, for a reason in Stripe's words. */
export const adminPayoutFailed: Template<PayoutFailedProps> = {
  subject: ({ amount }) => `Payout failed: ${amount}`,
  letter: ({ amount, arrival, reason, payoutUrl, ...props }) => (
    <Letter
      {...props}
      label="Payout failed"
      preview={`${amount} did not reach your bank account.`}
      because={`you run ${props.site.name}.`}
      headline={["A payout", "has failed"]}
      text={
        `Your bank did not take ${amount} from Stripe, and the money is back in your Stripe balance. Please check the ` +
        "bank account in Stripe’s dashboard; Stripe pays it out again once that is right."
      }
      action={<Action href={payoutUrl} label="See the payout" />}
      closing={<Closing text="See what’s on." href={props.site.url} label="Full schedule" />}
    >
      <Fact label="Amount">{amount}</Fact>
      <Fact label="Expected">{arrival}</Fact>
      {reason && <Fact label="Reason">{reason}</Fact>}
    </Letter>
  ),
  example: {
    site: exampleSite,
    amount: "£214.60",
    arrival: "Tuesday, December 8, 2026",
    reason: "The bank account has been closed.",
    payoutUrl: "https://breathroom.example/admin/payouts/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11",
  },
};

/** A mail to the instructor: the issuer of a customer's card suspects fraud, and a refund in time avoids a dispute. */
export const adminFraudWarning: Template<PaymentProps & { customer: Person; fraud: string; refundUrl: string }> = {
  subject: ({ customer, amount }) => `Fraud warning: ${amount} from ${customer.name}`,
  letter: (props) => (
    <AdminLetter
      {...props}
      label="Fraud warning"
      preview="Refunding it now avoids a dispute and its fee."
      headline={["A payment", "may be fraud"]}
      text={
        `The card’s bank reports the payment of ${props.amount} by ${props.customer.name} as probably fraudulent. ` +
        "Most of these payments are disputed later, which costs you the money and a fee. If you do not know the " +
        "customer, refund the payment now; a refund in full usually prevents the dispute. If you are sure of them, " +
        "there is nothing to do."
      }
      who={props.customer}
      action={<Action href={props.refundUrl} label="Refund the payment" />}
    >
      <WhatFact {...props} />
      <Fact label="Amount">{props.amount}</Fact>
      <Fact label="Reported">{props.fraud}</Fact>
    </AdminLetter>
  ),
  example: {
    ...examplePayment,
    customer: examplePerson,
    fraud: "made with stolen card",
    refundUrl: "https://breathroom.example/admin/orders/booking/1/refund",
  },
};
