import { Action } from "./parts/action";
import { Facts, WhenFact, WhereFact } from "./parts/facts";
import { Letter } from "./parts/letter";
import { greet, Opening } from "./parts/opening";
import { previewSession, previewSite } from "./parts/preview-data";
import type { SessionFacts, Site } from "./parts/props";
import { SessionCard } from "./parts/session-card";
import { WaitlistLinks } from "./parts/waitlist-links";

/** To whoever has joined a session's waitlist. */
export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  /** So near to the start that no place is offered any more: a free one is public. */
  isTooLate: boolean;
  /** The page that shows where she stands, and where she can leave. */
  entryUrl: string;
};

export const subject = ({ session }: Props) => `You are on the waitlist: ${session.title}`;

export default function WaitlistJoined(props: Props) {
  const { site, session, isTooLate } = props;
  return (
    <Letter
      siteName={site.name}
      title={subject(props)}
      label="Waitlist"
      preview={isTooLate ? "This session is full for now." : "We will write to you if a place opens."}
      because={`You are receiving this because somebody put this address on a waitlist at ${site.name}.`}
    >
      <Opening
        headline={
          <>
            You are <em>in line</em>
          </>
        }
      >
        {`${greet("Thank you", props.firstName)} This session is full for now. ${isTooLate ? lookYourself : waitForUs}`}
      </Opening>
      <SessionCard session={session} />
      <Facts>
        <WhenFact when={session.when} />
        <WhereFact where={session.where} />
      </Facts>
      <Action href={props.entryUrl} label="See your place in line" />
      <WaitlistLinks
        text="No thanks, or was this not you? One press there takes you off the list."
        href={props.entryUrl}
        labels={["Leave the waitlist"]}
      />
    </Letter>
  );
}

const waitForUs =
  "When a place opens and it is your turn, you get a mail with a link that holds it for you. " +
  "You do not need to do anything until then.";
const lookYourself =
  "So near to the start no place is held: one that becomes free now is on the session’s page, for whoever is first.";

export const preview: Props = {
  site: previewSite,
  firstName: "Hannah",
  session: previewSession,
  isTooLate: false,
  entryUrl: "https://breathroom.example/waitlist/0d5a2f7e-51c8-4d8a-8b1c-2f7e1c9d1100?key=5f2c",
};
