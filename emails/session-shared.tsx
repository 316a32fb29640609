import { Action, ContactClosing } from "./parts/action";
import { Facts, WhenFact, WhereFact } from "./parts/facts";
import { Letter } from "./parts/letter";
import { exampleSession, exampleSite, type SessionFacts, type Site } from "./parts/props";

/** To an address that a visitor shared a session with. Contains no text by the sender. */
export type Props = { site: Site; session: SessionFacts; sessionUrl: string };

export const subject = ({ site, session }: Props) => `A session for you at ${site.name}: ${session.title}`;

export default function SessionShared(props: Props) {
  const { site, session } = props;
  const { date, time, zone } = session.when;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="A session for you"
      preview={`${date} at ${time} ${zone}.`}
      because={`someone shared this session with you from ${site.name}. Your address was not added to any list.`}
      headline={
        <>
          Someone thought <em>of you</em>
        </>
      }
      text="Someone thought you might like this session. Have a look."
      session={session}
    >
      <Facts>
        <WhenFact when={session.when} />
        <WhereFact session={session} />
      </Facts>
      <Action href={props.sessionUrl} label="See the session" note="You can book a place there without an account." />
      <ContactClosing site={site} text="Have a question first?" />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  session: exampleSession,
  sessionUrl: "https://breathroom.example/sessions/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11",
};
