import { Action, Closing, ScheduleAction } from "./parts/action";
import { BookingLetter } from "./parts/booking-letter";
import { exampleBooking, exampleCustomer, examplePayment } from "./parts/examples";
import { Fact, ReferenceFact, WhatFact, WhenFact } from "./parts/facts";
import { Letter, type Template } from "./parts/letter";
import { AmountFact, onItsWay, RefundedFact } from "./parts/money";
import {
  type BookingProps,
  type CustomerProps,
  type LatePaymentReason,
  nounOf,
  type PaymentProps,
} from "./parts/props";

type BookingRefundedProps = BookingProps & {
  refunded: string;
  isInFull: boolean;
  isRest?: boolean;
  isPlaceGone: boolean;
  /** Whether a pass has paid for some of its tickets. */
  isByPass?: boolean;
};

export const bookingRefunded: Template<BookingRefundedProps> = {
  subject: ({ session }) => `Your refund: ${session.title}`,
  letter: (props) => (
    <BookingLetter
      {...props}
      label="Refund"
      preview={`${props.refunded} is on its way back to you.`}
      because={`you paid for a session at ${props.site.name}.`}
      headline={["Your refund", "is on its way"]}
      text={`${onItsWay(props.refunded)}${ofThePlace(props)}`}
      action={<ScheduleAction {...props} />}
    >
      <RefundedFact {...props} />
    </BookingLetter>
  ),
  example: { ...exampleBooking, refunded: "£14.40", isInFull: true, isPlaceGone: false },
};

function ofThePlace({ isPlaceGone, isInFull, isByPass }: BookingRefundedProps): string {
  const credits = isByPass ? " Its credits are back on your pass." : "";
  if (isPlaceGone) return ` Your booking is cancelled and your place has been released.${credits}`;
  return isInFull ? "" : " This is part of what you paid.";
}

/** A mail to the attendee: the payment came too late for a place. */
export const latePaymentRefunded: Template<BookingProps & { reason: LatePaymentReason; refunded: string }> = {
  subject: ({ session }) => `Your payment is refunded: ${session.title}`,
  letter: (props) => (
    <BookingLetter
      {...props}
      label="Refund"
      preview={`${props.refunded} is on its way back to you, in full.`}
      because={`you paid for a session at ${props.site.name}.`}
      headline={["Your payment", "is refunded"]}
      text={`${reasons[props.reason]} The full ${onItsWay(props.refunded)}`}
      action={<ScheduleAction {...props} note="Maybe another date suits you." />}
    >
      <RefundedFact {...props} />
    </BookingLetter>
  ),
  example: { ...exampleBooking, reason: "place_released", refunded: "£18.00" },
};

const reasons: Record<LatePaymentReason, string> = {
  place_released:
    "Your payment arrived after your place had been released, and by then the session was full. I’m sorry.",
  rate_full:
    "Your payment arrived after your place had been released, and by then no place was left at the price that you " +
    "paid. You are welcome to book again at another.",
  session_begun: "Your payment arrived after the session had started, too late to give you a place. I’m sorry.",
  session_cancelled: "Your payment arrived after the session had been cancelled. I’m sorry.",
  booking_cancelled: "Your payment arrived after your booking had been cancelled.",
  code_used:
    "Your payment arrived after your place had been released, and by then your one-time discount code had been used. " +
    "I am sorry.",
  gift_card_used:
    "Your payment arrived after your place had been released, and by then your gift card could not pay its part any " +
    "more.",
  credits_used:
    "Your payment arrived after your place had been released, and by then your pass could no longer pay for its part. " +
    "I am sorry.",
  account_deleted: "Your payment arrived after your account had been deleted.",
  booked_again: "Your payment arrived after you had booked this session again. That booking is not affected.",
  paid_already: "You paid twice. Your place was already paid for, and it is still yours.",
};

/** A mail to the customer: the bank did not accept a refund announced before. */
export const refundReturned: Template<CustomerProps & PaymentProps> = {
  subject: ({ item }) => `Your refund did not reach you: ${item}`,
  letter: (props) => (
    <Letter
      {...props}
      label="Refund"
      preview={`Your bank returned ${props.amount} to us.`}
      because={`you paid at ${props.site.name}.`}
      headline={["Your refund", "did not reach you"]}
      text={
        `Your bank did not accept the refund of ${props.amount}: the card may be closed. ` +
        "I have the money again, and it is still yours. Please tell me how you would like it returned."
      }
      action={<Action href={props.site.contactUrl} label="Write to me" />}
      closing={<Closing text="Or reply to this email." href={props.site.url} label="See the schedule" />}
    >
      {props.session && <WhenFact session={props.session} />}
      <Fact label="For">{props.item}</Fact>
      <AmountFact label="Amount" amount={props.amount} note="still to be returned" />
      <ReferenceFact {...props} />
    </Letter>
  ),
  example: { ...exampleCustomer, ...examplePayment },
};

/** A mail to the customer: checkout was finished, but Stripe has not received the money. */
type NotReceivedProps = CustomerProps &
  PaymentProps & {
    againUrl: string;
    /** The sentence on what came back onto a pass; most mails lack it. */
    credits?: string;
  };

export const paymentNotReceived: Template<NotReceivedProps> = {
  subject: ({ item }) => `Your payment was not confirmed: ${item}`,
  letter: (props) => (
    <Letter
      {...props}
      label="Payment"
      preview={props.session ? "Your place has been released." : `The ${nounOf(props)} is not open yet.`}
      because={`you started a payment at ${props.site.name}.`}
      headline={["Your payment", "was not confirmed"]}
      text={
        `Your bank has not confirmed the payment of ${props.amount}: the payment method you chose takes a few days, ` +
        `or the payment was refused. ${props.session ? heldNoLonger : notOpen(props)}${props.credits ? ` ${props.credits}` : ""}`
      }
      action={<Action href={props.againUrl} label={props.session ? "Book again, by card" : "Buy again, by card"} />}
    >
      <WhatFact {...props} />
      <Fact label="Amount">{props.amount}</Fact>
      <ReferenceFact {...props} />
    </Letter>
  ),
  example: { ...exampleCustomer, ...examplePayment, againUrl: "https://breathroom.example/sessions/1" },
};

const heldNoLonger =
  "We can only hold a place for a payment that is confirmed right away, so yours has been released. If the money arrives " +
  "after all, you get the place if one is still free, or a full refund if not.";

const notOpen = (props: PaymentProps) =>
  `If the money arrives after all, the ${nounOf(props)} opens for you then, or you get a full refund.`;
