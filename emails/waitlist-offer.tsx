import { Action, WaitlistLinks } from "./parts/action";
import { Facts, HeldUntilFact, WhenFact, WhereFact } from "./parts/facts";
import { greet, Letter } from "./parts/letter";
import { exampleSession, exampleSite, type SessionFacts, type Site, type Until } from "./parts/props";

export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  /** Places held together. */
  quantity?: number;
  until: Until;
  acceptUrl: string;
  entryUrl: string;
};

export const subject = ({ session, quantity = 1 }: Props) =>
  quantity > 1 ? `${quantity} places are free for you: ${session.title}` : `A place is free for you: ${session.title}`;

export default function WaitlistOffer(props: Props) {
  const { site, session, until, quantity = 1 } = props;
  const isOne = quantity === 1;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="A place for you"
      preview={`${isOne ? "It is" : "They are"} held for you until ${until.time} ${until.zone}, ${until.date}.`}
      because={`you are on a waitlist at ${site.name}.`}
      headline={
        <>
          {isOne ? "A place" : `${quantity} places`} <em>for you</em>
        </>
      }
      text={
        isOne
          ? `${greet("Good news", props.firstName)} A place has opened for you. It is held until the time below ` +
            "and then passed on."
          : `${greet("Good news", props.firstName)} ${quantity} places have opened for you. They are held until the ` +
            "time below and then passed on."
      }
      session={session}
    >
      <Facts>
        <WhenFact when={session.when} />
        <WhereFact session={session} />
        <HeldUntilFact until={until} />
      </Facts>
      <Action
        href={props.acceptUrl}
        label={isOne ? "Take the place" : "Take the places"}
        note="You’ll see the price and can still change your mind before you book."
      />
      <WaitlistLinks
        text="Not this time? Then someone else can have it sooner."
        href={props.entryUrl}
        labels={["No thanks", "Leave the waitlist"]}
      />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  session: exampleSession,
  quantity: 2,
  until: { date: "Monday, November 30, 2026", time: "8:00 AM", zone: "GMT" },
  acceptUrl: "https://breathroom.example/waitlist/0d5a2f7e-51c8-4d8a-8b1c-2f7e1c9d1100/accept?key=5f2c",
  entryUrl: "https://breathroom.example/waitlist/0d5a2f7e-51c8-4d8a-8b1c-2f7e1c9d1100?key=5f2c",
};
