import { Action, Closing } from "./parts/action";
import { Fact, Facts, Lines, Soft, WhenFact } from "./parts/facts";
import { Letter } from "./parts/letter";
import { greet, Opening } from "./parts/opening";
import { previewSession, previewSite } from "./parts/preview-data";
import type { SessionFacts, Site } from "./parts/props";
import { SessionCard } from "./parts/session-card";
import { colours, sans } from "./parts/style";
import { Band } from "./parts/table";

/** From the instructor to everybody booked: what she has to say about a session. */
export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  subject: string;
  /** Each may be of several lines. */
  paragraphs: string[];
  reference: string;
  /** The page where this booking is seen and managed, without signing in. */
  bookingUrl: string;
  /** Where the reader can end such mails; only announcements have it. */
  unsubscribeUrl?: string | undefined;
};

export const subject = (props: Props) => props.subject;

export default function AttendeeMessage(props: Props) {
  const { site, session, paragraphs } = props;
  return (
    <Letter
      siteName={site.name}
      title={props.subject}
      label="Message about your session"
      preview={paragraphs[0] ?? ""}
      unsubscribeUrl={props.unsubscribeUrl}
      because={`You are receiving this because you booked a session at ${site.name}.`}
    >
      <Opening headline={props.subject}>{greet("Hello", props.firstName)}</Opening>
      <Band padding="0 48px 0">
        {paragraphs.map((paragraph, index) => (
          <p key={index} style={{ margin: "14px 0 0", font: sans("400", 17, 27), color: colours.soft }}>
            <Lines lines={paragraph.split("\n")} />
          </p>
        ))}
      </Band>
      <SessionCard session={session} />
      <Facts>
        <WhenFact when={session.when} />
        <Fact label="Reference">
          <Soft>{props.reference}</Soft>
        </Fact>
      </Facts>
      <Action href={props.bookingUrl} label="See your booking" note="Answer this mail to write to me." />
      <Closing text="See what else is on." href={site.url} label="Full schedule" />
    </Letter>
  );
}

export const preview: Props = {
  site: previewSite,
  firstName: "Hannah",
  session: previewSession,
  subject: "Bring a warm layer",
  paragraphs: ["The room’s heating is being mended.", "I will bring tea, and we begin on time."],
  reference: "7B0C3A52",
  bookingUrl: "https://breathroom.example/bookings/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11?key=5f1d0c",
};
