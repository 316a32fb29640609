import { Action, ContactClosing } from "./parts/action";
import {
  Facts,
  ReferenceFact,
  ReturnedFacts,
  returnedInFull,
  returnedShortly,
  WantedFact,
  WhenFact,
} from "./parts/facts";
import { greet, Letter } from "./parts/letter";
import {
  exampleReference,
  exampleSession,
  exampleSite,
  type Returned,
  type SessionFacts,
  type Site,
} from "./parts/props";

export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  returned: Returned;
  isKept?: boolean;
  /** The number of tickets; shown if there are several. */
  quantity?: number;
  reference: string;
};

export const subject = ({ session }: Props) => `Your booking is cancelled: ${session.title}`;

export default function BookingCancelled(props: Props) {
  const { site, session, returned } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Booking cancelled"
      preview={`Your place has been released. ${props.isKept ? notReturned : returnedShortly(returned)}`}
      because={`you booked a session at ${site.name}.`}
      headline={
        <>
          Your booking <em>is cancelled</em>
        </>
      }
      text={`${greet("Hello", props.firstName)} Your place has been released. ${props.isKept ? notReturned : returnedInFull(returned)}`}
      session={session}
    >
      <Facts>
        <WhenFact when={session.when} />
        <WantedFact quantity={props.quantity} />
        <ReturnedFacts returned={returned} />
        <ReferenceFact reference={props.reference} />
      </Facts>
      <Action href={site.url} label="See the schedule" note="Maybe another date suits you." />
      <ContactClosing site={site} />
    </Letter>
  );
}

const notReturned = "Your payment is not refunded. If you have a question about that, write to me.";

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  session: exampleSession,
  quantity: 2,
  returned: { byCard: "£14.40", byHand: null },
  reference: exampleReference,
};
