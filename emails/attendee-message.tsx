import { Action, Closing } from "./parts/action";
import { Facts, Lines, ReferenceFact, WhenFact } from "./parts/facts";
import { Band, colours, sans } from "./parts/layout";
import { greet, Letter, SessionCard } from "./parts/letter";
import { exampleReference, exampleSession, exampleSite, type SessionFacts, type Site } from "./parts/props";

export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  subject: string;
  paragraphs: string[];
  reference: string;
  bookingUrl: string;
  unsubscribeUrl?: string | undefined;
};

export const subject = (props: Props) => props.subject;

export default function AttendeeMessage(props: Props) {
  const { site, session, paragraphs } = props;
  return (
    <Letter
      site={site}
      title={props.subject}
      label="Message about your session"
      preview={paragraphs[0] ?? ""}
      unsubscribeUrl={props.unsubscribeUrl}
      because={`you booked a session at ${site.name}.`}
      headline={props.subject}
      text={greet("Hello", props.firstName)}
    >
      <Band padding="0 48px 0">
        {paragraphs.map((paragraph, index) => (
          <p key={index} style={{ margin: "14px 0 0", font: sans("400", 17, 27), color: colours.soft }}>
            <Lines lines={paragraph.split("\n")} />
          </p>
        ))}
      </Band>
      <SessionCard session={session} instructor={site.instructor} />
      <Facts>
        <WhenFact when={session.when} />
        <ReferenceFact reference={props.reference} />
      </Facts>
      <Action href={props.bookingUrl} label="See your booking" note="Reply to this email to reach me." />
      <Closing text="See what else is on." href={site.url} label="Full schedule" />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  session: exampleSession,
  subject: "Bring a warm layer",
  paragraphs: ["The room’s heating is being mended.", "I will bring tea, and we begin on time."],
  reference: exampleReference,
  bookingUrl: "https://breathroom.example/bookings/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11?key=5f1d0c",
};
