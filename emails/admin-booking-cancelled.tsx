import { AdminLetter, openSession } from "./parts/letter";
import { Fact, OwedFacts, owedToCustomer, Soft, WhenFact } from "./parts/facts";
import {
  examplePerson,
  exampleReference,
  exampleSession,
  exampleSite,
  type Person,
  type Returned,
  type SessionFacts,
  type Site,
} from "./parts/props";

export type Props = {
  site: Site;
  attendee: Person;
  session: SessionFacts;
  returned: Returned;
  /** Something was paid, even if it has been refunded. */
  wasPaid?: boolean;
  /** The instructor keeps what has not been refunded. */
  isKept?: boolean;
  /** Cancelled because everything paid was refunded at Stripe. */
  isByRefund: boolean;
  places: string;
  reference: string;
  sessionUrl: string;
};

export const subject = ({ attendee, session }: Props) => `Cancelled: ${attendee.name}, ${session.title}`;

export default function AdminBookingCancelled(props: Props) {
  const { site, attendee, session, returned } = props;
  return (
    <AdminLetter
      site={site}
      title={subject(props)}
      label="Booking cancelled"
      preview={`${session.when.date} at ${session.when.time} ${session.when.zone}. Places taken: ${props.places}.`}
      headline={
        <>
          A booking <em>was cancelled</em>
        </>
      }
      text={`${whatHappened(props)} ${whatGoesBack(props)}`}
      reference={props.reference}
      who={attendee}
      session={session}
      action={openSession(props)}
    >
      <WhenFact when={session.when} />
      <OwedFacts returned={returned} />
      <Fact label="Places">
        {props.places} <Soft>taken</Soft>
      </Fact>
    </AdminLetter>
  );
}

function whatHappened({ attendee, isByRefund }: Props): string {
  if (isByRefund) return `Everything ${attendee.name} paid was refunded at Stripe, so the place is free again.`;
  return `${attendee.name}’s booking is cancelled, and the place is free again.`;
}

function whatGoesBack({ returned, isByRefund, isKept, wasPaid }: Props): string {
  if (isByRefund) return "They have been emailed.";
  if (isKept) return "Nothing is refunded: you keep the payment.";
  return owedToCustomer(returned) || (wasPaid ? "Nothing more is refunded." : "Nothing had been paid.");
}

export const example: Props = {
  site: exampleSite,
  attendee: examplePerson,
  session: exampleSession,
  returned: { byCard: "£14.40", byHand: null },
  isByRefund: false,
  places: "6 of 12",
  reference: exampleReference,
  sessionUrl: "https://breathroom.example/admin/sessions/0d5a2f7e-51c8-5d8a-8b1c-2f7e1c9d1100",
};
