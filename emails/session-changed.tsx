import { Closing, WayIn } from "./parts/action";
import { Fact, Facts, Lines, ReferenceFact, Soft, WantedFact, WhenFact, WhereFact } from "./parts/facts";
import { greet, Letter } from "./parts/letter";
import {
  exampleJoinUrl,
  exampleReference,
  exampleSession,
  exampleSite,
  type SessionFacts,
  type Site,
} from "./parts/props";

/** To everyone booked, when time, place or joining link of a session have changed. */
export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  /** The previous time or place; null where nothing changed. */
  before: { when: string | null; where: string[] | null };
  isOnline: boolean;
  joinUrl: string | null;
  /** Whether the attendee may cancel free of charge because of the change. */
  mayCancel: boolean;
  /** The number of tickets; shown if there are several. */
  quantity?: number;
  reference: string;
  bookingUrl: string;
};

export const subject = ({ session }: Props) => `Your session has changed: ${session.title}`;

export default function SessionChanged(props: Props) {
  const { site, session, before } = props;
  const { date, time, zone } = session.when;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Session changed"
      preview={`Now: ${date} at ${time} ${zone}, ${session.where.join(", ")}.`}
      because={`you booked a session at ${site.name}.`}
      headline={
        <>
          A change <em>of plan</em>
        </>
      }
      text={
        `${greet("Hello", props.firstName)} ${whatChanged(before)} Your place is still booked, and the attached file ` +
        `updates your calendar. ${wayOut(props)}`
      }
      session={session}
    >
      <Facts>
        <WhenFact when={session.when} />
        <WhereFact session={session} />
        <WantedFact quantity={props.quantity} />
        {(before.when || before.where) && (
          <Fact label="Before">
            <Soft>
              <Lines lines={[...(before.when ? [before.when] : []), ...(before.where ?? [])]} />
            </Soft>
          </Fact>
        )}
        <ReferenceFact reference={props.reference} />
      </Facts>
      <WayIn {...props} />
      <Closing text="See and manage your booking." href={props.bookingUrl} label="Manage your booking" />
    </Letter>
  );
}

function whatChanged({ when, where }: Props["before"]): string {
  if (when && where) return "Your session has a new time and a new place.";
  if (when) return "Your session has a new time.";
  return where
    ? "Your session has a new place."
    : "Your session has a new room online: please use only this joining link.";
}

function wayOut({ before, mayCancel }: Props): string {
  if (!before.when && !before.where) return "Nothing else has changed.";
  return mayCancel
    ? "If it no longer suits you, you can cancel for free until we start."
    : "If it no longer suits you, reply to this email.";
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  session: exampleSession,
  quantity: 2,
  before: { when: "Monday, November 30, 2026, 6:00 PM GMT, 1h", where: ["The Weavers’ Room", "London, E8 3PN"] },
  isOnline: true,
  joinUrl: exampleJoinUrl,
  mayCancel: true,
  reference: exampleReference,
  bookingUrl: "https://breathroom.example/bookings/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11?key=5f1d0c",
};
