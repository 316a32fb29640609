import { Action, ContactClosing } from "./parts/action";
import {
  Fact,
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

/** To everyone with a place, an open payment or a waitlist entry: the session is cancelled. */
export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  note: string | null;
  returned: Returned | null;
  isPaymentOpen: boolean;
  /** The number of tickets; shown if there are several. */
  quantity?: number;
  /** Null for waitlist entries. */
  reference: string | null;
};

export const subject = ({ session }: Props) => `Session cancelled: ${session.title}`;

export default function SessionCancelled(props: Props) {
  const { site, session, note, returned, reference } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Session cancelled"
      preview={`${session.when.date} will not take place.${returned ? ` ${returnedShortly(returned)}` : ""}`}
      because={`you ${reference ? "booked" : "joined the waitlist for"} a session at ${site.name}.`}
      headline={
        <>
          This session <em>is cancelled</em>
        </>
      }
      text={`${greet("Hello", props.firstName)} I’m sorry: ${session.title} will not take place. ${whatFollows(props)}`}
      session={session}
    >
      <Facts>
        <WhenFact when={session.when} />
        <WantedFact quantity={props.quantity} />
        {note && <Fact label="Why">{note}</Fact>}
        {returned && <ReturnedFacts returned={returned} />}
        {reference && <ReferenceFact reference={reference} />}
      </Facts>
      <Action href={site.url} label="See the schedule" note="I would be glad to see you on another date." />
      <ContactClosing site={site} />
    </Letter>
  );
}

function whatFollows({ returned, isPaymentOpen }: Props): string {
  if (returned) return `Your booking is cancelled. You don’t need to do anything. ${returnedInFull(returned)}`;
  if (isPaymentOpen) {
    return (
      "Your payment was not finished, so your place is released and nothing is charged. " +
      "If it has gone through after all, you get a full refund."
    );
  }
  return "You were on the waitlist, which is now closed.";
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  session: exampleSession,
  quantity: 2,
  note: "I have lost my voice and need a few quiet days.",
  returned: { byCard: "£14.40", byHand: null },
  isPaymentOpen: false,
  reference: exampleReference,
};
