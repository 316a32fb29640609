import { Action, Closing } from "./parts/action";
import { Facts, WhenFact, WhereFact } from "./parts/facts";
import { Letter } from "./parts/letter";
import { Opening } from "./parts/opening";
import { previewSession, previewSite } from "./parts/preview-data";
import type { SessionFacts, Site } from "./parts/props";
import { SessionCard } from "./parts/session-card";

/** To whomever somebody wanted to show a session. Nothing in it is written by its sender. */
export type Props = { site: Site; session: SessionFacts; sessionUrl: string };

export const subject = ({ site, session }: Props) => `A session for you at ${site.name}: ${session.title}`;

export default function SessionShared(props: Props) {
  const { site, session } = props;
  const { date, time, zone } = session.when;
  return (
    <Letter
      siteName={site.name}
      title={subject(props)}
      label="A session for you"
      preview={`${date} at ${time} ${zone}.`}
      because={`You are receiving this because somebody shared this session with you from ${site.name}. Your address is on no list.`}
    >
      <Opening
        headline={
          <>
            Somebody thought <em>of you</em>
          </>
        }
      >
        Somebody you may know would like you to see this session. Have a look; there is nothing you need to do.
      </Opening>
      <SessionCard session={session} />
      <Facts>
        <WhenFact when={session.when} />
        <WhereFact where={session.where} />
      </Facts>
      <Action href={props.sessionUrl} label="See the session" note="You can book a place there, without an account." />
      <Closing text="Do you have a question first?" href={site.contactUrl} label="Contact me" />
    </Letter>
  );
}

export const preview: Props = {
  site: previewSite,
  session: previewSession,
  sessionUrl: "https://breathroom.example/sessions/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11",
};
