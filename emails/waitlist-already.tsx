import { Action, WaitlistLinks } from "./parts/action";
import { Facts, HeldUntilFact, WantedFact, WhenFact, WhereFact } from "./parts/facts";
import { greet, Letter } from "./parts/letter";
import { exampleSession, exampleSite, type SessionFacts, type Site, type Until } from "./parts/props";

/** To an address already on a waitlist that was entered again. */
export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  quantity?: number;
  entryUrl: string;
  /** Null while waiting. */
  until: Until | null;
};

export const subject = ({ session, until }: Props) =>
  until ? `A place is held for you: ${session.title}` : `You are already on the waitlist: ${session.title}`;

export default function WaitlistAlready(props: Props) {
  const { site, session, until } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Waitlist"
      preview={
        until
          ? `A place is held for you until ${until.time} ${until.zone}, ${until.date}.`
          : "Nothing has changed: you keep your place on the waitlist."
      }
      because={`someone added this address to a waitlist at ${site.name}.`}
      headline={
        <>
          {until ? "A place is " : "You are "}
          <em>{until ? "held for you" : "already in line"}</em>
        </>
      }
      text={
        `${greet("Hello", props.firstName)} Someone added this address to the waitlist for this session again. ` +
        `You were already on it. ${until ? offered : waiting}`
      }
      session={session}
    >
      <Facts>
        <WhenFact when={session.when} />
        <WhereFact session={session} />
        <WantedFact quantity={props.quantity} />
        {until && <HeldUntilFact until={until} />}
      </Facts>
      <Action href={props.entryUrl} label={until ? "See your place" : "See your place on the waitlist"} />
      <WaitlistLinks
        text="No thanks, or wasn’t you? You can leave the waitlist there."
        href={props.entryUrl}
        labels={["Leave the waitlist"]}
      />
    </Letter>
  );
}

const waiting = "Nothing has changed: you keep your place on the waitlist.";
const offered = "A place has opened for you. It is held until the time below and then passed on.";

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  session: exampleSession,
  entryUrl: "https://breathroom.example/waitlist/0d5a2f7e-51c8-4d8a-8b1c-2f7e1c9d1100?key=5f2c",
  until: null,
};
