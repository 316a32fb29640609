import { Action, ContactClosing } from "./parts/action";
import { Facts, ReferenceFact, WhenFact } from "./parts/facts";
import { greet, Letter } from "./parts/letter";
import { exampleReference, exampleSession, exampleSite, type SessionFacts, type Site } from "./parts/props";

export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  reference: string;
  bookingUrl: string;
  unsubscribeUrl?: string | undefined;
};

export const subject = ({ session }: Props) => `The recording is ready: ${session.title}`;

export default function RecordingAvailable(props: Props) {
  const { site, session } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Recording available"
      preview={`${session.title}, ${session.when.date}: watch whenever you like.`}
      unsubscribeUrl={props.unsubscribeUrl}
      because={`you booked a session at ${site.name}.`}
      headline={
        <>
          Once more, <em>at your pace</em>
        </>
      }
      text={
        `${greet("Hello", props.firstName)} The recording of ${session.title} is ready. ` +
        `You’ll find it on your booking’s page.`
      }
      session={session}
    >
      <Facts>
        <WhenFact when={session.when} />
        <ReferenceFact reference={props.reference} />
      </Facts>
      <Action
        href={props.bookingUrl}
        label="Open the recording"
        note="This link is yours alone: please don’t share it."
      />
      <ContactClosing site={site} />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  session: exampleSession,
  reference: exampleReference,
  bookingUrl: "https://breathroom.example/bookings/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11?key=5f1d0c",
  unsubscribeUrl: "https://breathroom.example/unsubscribe/0c9d2f1e-5a44-4d0f-8d55-1b2f7e1c9d22?key=9a3c51",
};
