import { Action, WaitlistLinks } from "./parts/action";
import { Facts, WantedFact, WhenFact, WhereFact } from "./parts/facts";
import { greet, Letter } from "./parts/letter";
import { exampleSession, exampleSite, type SessionFacts, type Site } from "./parts/props";

export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  quantity?: number;
  /** Too close to the start for offers: free places are public. */
  isTooLate: boolean;
  entryUrl: string;
};

export const subject = ({ session }: Props) => `You are on the waitlist: ${session.title}`;

export default function WaitlistJoined(props: Props) {
  const { site, session, isTooLate } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Waitlist"
      preview={isTooLate ? "This session is full for now." : "We’ll email you if a place opens."}
      because={`someone added this address to a waitlist at ${site.name}.`}
      headline={
        <>
          You are <em>in line</em>
        </>
      }
      text={`${greet("Thank you", props.firstName)} This session is full for now. ${isTooLate ? lookYourself : waitForUs}`}
      session={session}
    >
      <Facts>
        <WhenFact when={session.when} />
        <WhereFact session={session} />
        <WantedFact quantity={props.quantity} />
      </Facts>
      <Action href={props.entryUrl} label="See your place on the waitlist" />
      <WaitlistLinks
        text="No thanks, or wasn’t you? You can leave the waitlist there."
        href={props.entryUrl}
        labels={["Leave the waitlist"]}
      />
    </Letter>
  );
}

const waitForUs =
  "When a place opens and it’s your turn, we’ll email you a link and hold the place for you. " +
  "You don’t need to do anything until then.";
const lookYourself =
  "The session starts too soon for us to hold places: if one opens now, anyone can book it on the session’s page.";

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  session: exampleSession,
  quantity: 2,
  isTooLate: false,
  entryUrl: "https://breathroom.example/waitlist/0d5a2f7e-51c8-4d8a-8b1c-2f7e1c9d1100?key=5f2c",
};
