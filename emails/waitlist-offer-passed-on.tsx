import { Action, WaitlistLinks } from "./parts/action";
import { Facts, WhenFact, WhereFact } from "./parts/facts";
import { greet, Letter } from "./parts/letter";
import { exampleSession, exampleSite, type SessionFacts, type Site } from "./parts/props";

/** To a visitor who did not answer an offer in time. */
export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  sessionUrl: string;
  entryUrl: string;
};

export const subject = ({ session }: Props) => `Your held place has been passed on: ${session.title}`;

export default function WaitlistOfferPassedOn(props: Props) {
  const { site, session } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Offer passed on"
      preview="The time to accept it has passed. The session’s page shows if there is still a place."
      because={`you were on a waitlist at ${site.name}.`}
      headline={
        <>
          Your place <em>went on</em>
        </>
      }
      text={
        `${greet("Hello", props.firstName)} The time to accept the place we held for you has passed, so it has been passed ` +
        "on. If you would still like to come, check the session’s page for a free place."
      }
      session={session}
    >
      <Facts>
        <WhenFact when={session.when} />
        <WhereFact session={session} />
      </Facts>
      <Action href={props.sessionUrl} label="Open the session" />
      <WaitlistLinks
        text="No need to say no thanks or leave the waitlist: you are off it now."
        href={props.entryUrl}
        labels={["See your waitlist entry"]}
      />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  session: exampleSession,
  sessionUrl: "https://breathroom.example/sessions/0d5a2f7e-51c8-5d8a-8b1c-2f7e1c9d1100",
  entryUrl: "https://breathroom.example/waitlist/0d5a2f7e-51c8-4d8a-8b1c-2f7e1c9d1100?key=5f2c",
};
