import { AdminLetter, openSession } from "./parts/letter";
import { Fact, Soft, WhenFact } from "./parts/facts";
import {
  examplePerson,
  exampleReference,
  exampleSession,
  exampleSite,
  type LatePaymentReason,
  type Person,
  type SessionFacts,
  type Site,
} from "./parts/props";

export type Props = {
  site: Site;
  attendee: Person;
  session: SessionFacts;
  reason: LatePaymentReason;
  refunded: string;
  reference: string;
  sessionUrl: string;
};

const reasons: Record<LatePaymentReason, string> = {
  place_released: "after the place had been released and the session was full",
  session_begun: "after the session had started",
  session_cancelled: "after the session had been cancelled",
  booking_cancelled: "after the booking had been cancelled",
  code_used: "after the hold had ended and its one-time discount code had been used by someone else",
  account_deleted: "after the customer had deleted their account",
  booked_again: "after they had booked this session again; that booking is not affected",
  paid_already: "a second time for the same place, which is still booked",
};

export const subject = ({ attendee, session }: Props) => `Late payment refunded: ${attendee.name}, ${session.title}`;

export default function AdminLatePaymentRefunded(props: Props) {
  const { site, attendee, session, refunded } = props;
  return (
    <AdminLetter
      site={site}
      title={subject(props)}
      label="Late payment refunded"
      preview={`${refunded} was refunded to ${attendee.name}. There is nothing for you to do.`}
      headline={
        <>
          A late payment, <em>refunded</em>
        </>
      }
      text={
        `${attendee.name} paid ${reasons[props.reason]}. The full ${refunded} is being refunded, ` +
        `and they have been emailed. There is nothing for you to do.`
      }
      reference={props.reference}
      who={attendee}
      session={session}
      action={openSession(props)}
    >
      <WhenFact when={session.when} />
      <Fact label="Refunded">
        {refunded} <Soft>in full</Soft>
      </Fact>
    </AdminLetter>
  );
}

export const example: Props = {
  site: exampleSite,
  attendee: examplePerson,
  session: exampleSession,
  reason: "place_released",
  refunded: "£18.00",
  reference: exampleReference,
  sessionUrl: "https://breathroom.example/admin/sessions/0d5a2f7e-51c8-5d8a-8b1c-2f7e1c9d1100",
};
