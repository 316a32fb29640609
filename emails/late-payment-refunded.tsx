import { Action, ContactClosing } from "./parts/action";
import { Fact, Facts, ReferenceFact, Soft, WhenFact } from "./parts/facts";
import { greet, Letter } from "./parts/letter";
import {
  exampleReference,
  exampleSession,
  exampleSite,
  type LatePaymentReason,
  type SessionFacts,
  type Site,
} from "./parts/props";

/** To the attendee: the payment came too late for a place. */
export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  reason: LatePaymentReason;
  refunded: string;
  reference: string;
};

const reasons: Record<LatePaymentReason, string> = {
  place_released:
    "Your payment arrived after your place had been released, and by then the session was full. I’m sorry.",
  session_begun: "Your payment arrived after the session had started, too late to give you a place. I’m sorry.",
  session_cancelled: "Your payment arrived after the session had been cancelled. I’m sorry.",
  booking_cancelled: "Your payment arrived after your booking had been cancelled.",
  code_used:
    "Your payment arrived after your place had been released, and by then your one-time discount code had been used. " +
    "I am sorry.",
  account_deleted: "Your payment arrived after your account had been deleted.",
  booked_again: "Your payment arrived after you had booked this session again. That booking is not affected.",
  paid_already: "You paid twice. Your place was already paid for, and it is still yours.",
};

export const subject = ({ session }: Props) => `Your payment is refunded: ${session.title}`;

export default function LatePaymentRefunded(props: Props) {
  const { site, session, refunded } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Refund"
      preview={`${refunded} is on its way back to you, in full.`}
      because={`you paid for a session at ${site.name}.`}
      headline={
        <>
          Your payment <em>is refunded</em>
        </>
      }
      text={
        `${greet("Hello", props.firstName)} ${reasons[props.reason]} ` +
        `The full ${refunded} is on its way back to you. It usually arrives within 5 to 10 days.`
      }
      session={session}
    >
      <Facts>
        <WhenFact when={session.when} />
        <Fact label="Refunded">
          {refunded} <Soft>in full</Soft>
        </Fact>
        <ReferenceFact reference={props.reference} />
      </Facts>
      <Action href={site.url} label="See the schedule" note="Maybe another date suits you." />
      <ContactClosing site={site} />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  session: exampleSession,
  reason: "place_released",
  refunded: "£18.00",
  reference: exampleReference,
};
