import { Action, Closing } from "./parts/action";
import { Fact, Facts, Soft, WhenFact, WhereFact } from "./parts/facts";
import { Letter } from "./parts/letter";
import { Opening } from "./parts/opening";
import { previewSession, previewSite } from "./parts/preview-data";
import type { SessionFacts, Site } from "./parts/props";
import { SessionCard } from "./parts/session-card";

/** To the instructor: somebody has joined a waitlist. */
export type Props = {
  site: Site;
  attendee: { name: string; email: string };
  session: SessionFacts;
  /** How many are in line with this one: "4". */
  inLine: string;
  /** The session's page. */
  sessionUrl: string;
};

export const subject = ({ attendee, session }: Props) => `New waitlist entry: ${attendee.name}, ${session.title}`;

export default function AdminWaitlistEntry(props: Props) {
  const { site, attendee, session } = props;
  return (
    <Letter
      siteName={site.name}
      title={subject(props)}
      label="New waitlist entry"
      preview={`${session.when.date} at ${session.when.time} ${session.when.zone}. In line: ${props.inLine}.`}
      because={`You are receiving this because you run ${site.name}.`}
    >
      <Opening
        headline={
          <>
            Somebody <em>is waiting</em>
          </>
        }
      >
        {`${attendee.name} has joined the waitlist. A place that opens is offered to those in line by itself.`}
      </Opening>
      <SessionCard session={session} />
      <Facts>
        <Fact label="Who">
          {attendee.name}
          <br />
          <Soft>{attendee.email}</Soft>
        </Fact>
        <WhenFact when={session.when} />
        <WhereFact where={session.where} />
        <Fact label="In line">{props.inLine}</Fact>
      </Facts>
      <Action href={props.sessionUrl} label="Open the session" />
      <Closing text="Answer this mail to write to them." href={site.url} label="Full schedule" />
    </Letter>
  );
}

export const preview: Props = {
  site: previewSite,
  attendee: { name: "Hannah Okafor", email: "hannah@example.com" },
  session: previewSession,
  inLine: "4",
  sessionUrl: "https://breathroom.example/sessions/0d5a2f7e-51c8-5d8a-8b1c-2f7e1c9d1100",
};
