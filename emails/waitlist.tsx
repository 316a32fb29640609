import { Action, ClosingLink, ClosingText } from "./parts/action";
import { AdminLetter } from "./parts/admin-letter";
import { exampleAdminSession, exampleCustomer, exampleSession } from "./parts/examples";
import { Fact, Lines, QuantityFact, Soft, startOf, WhenFact, WhereFact } from "./parts/facts";
import { Letter, type Template } from "./parts/letter";
import type { AdminSessionProps, CustomerProps, SessionFacts } from "./parts/props";

/** `quantity`: the places that are wanted, or held, together. */
type WaitlistProps = CustomerProps & WaitedFor & { quantity?: number; entryUrl: string };

/** `dates`: all dates of a course, whose title and next date the session has; mails about a session lack it. */
type WaitedFor = { session: SessionFacts; dates?: string[] };

const nounOf = ({ dates }: Pick<WaitedFor, "dates">): string => (dates ? "course" : "session");

const WaitedForFacts = ({ session, dates }: WaitedFor) =>
  dates ? (
    <Fact label="Dates">
      <Lines lines={dates} />
    </Fact>
  ) : (
    <>
      <WhenFact session={session} />
      <WhereFact session={session} />
    </>
  );

type OfferEnd = { date: string; time: string; zone: string };

const exampleEntry: WaitlistProps = {
  ...exampleCustomer,
  session: exampleSession,
  entryUrl: "https://breathroom.example/waitlist/0d5a2f7e-51c8-4d8a-8b1c-2f7e1c9d1100?key=5f2c",
};

/** `isTooLate`: too close to the start for offers, so that free places are public. */
export const waitlistJoined: Template<WaitlistProps & { isTooLate: boolean }> = {
  subject: ({ session }) => `You are on the waitlist: ${session.title}`,
  letter: (props) => (
    <Letter
      {...props}
      label="Waitlist"
      preview={props.isTooLate ? `This ${nounOf(props)} is full for now.` : "We’ll email you if a place opens."}
      because={`someone added this address to a waitlist at ${props.site.name}.`}
      headline={["You are", "in line"]}
      greeting="Thank you"
      text={`This ${nounOf(props)} is full for now. ${props.isTooLate ? lookYourself(nounOf(props)) : waitForUs}`}
      action={<Action href={props.entryUrl} label="See your place on the waitlist" />}
      closing={<EntryLinks {...props} />}
    >
      <WaitedForFacts {...props} />
      <QuantityFact {...props} />
    </Letter>
  ),
  example: { ...exampleEntry, quantity: 2, isTooLate: false },
};

const waitForUs =
  "When a place opens and it’s your turn, we’ll email you a link and hold the place for you. " +
  "You don’t need to do anything until then.";
const lookYourself = (noun: string): string =>
  `The ${noun} starts too soon for us to hold places: if one opens now, anyone can book it on the ${noun}’s page.`;

/** A mail to an address already on a waitlist that was entered again; `until` is null while it waits. */
export const waitlistAlready: Template<WaitlistProps & { until: OfferEnd | null }> = {
  subject: ({ session, until }) =>
    until ? `A place is held for you: ${session.title}` : `You are already on the waitlist: ${session.title}`,
  letter: ({ until, ...props }) => (
    <Letter
      {...props}
      label="Waitlist"
      preview={until ? `A place is held for you until ${endOf(until)}.` : nothingChanged}
      because={`someone added this address to a waitlist at ${props.site.name}.`}
      headline={until ? ["A place is", "held for you"] : ["You are", "already in line"]}
      text={
        `Someone added this address to the waitlist for this ${nounOf(props)} again. You were already on it. ` +
        (until ? placeFor(props) : nothingChanged)
      }
      action={<Action href={props.entryUrl} label={until ? "See your place" : "See your place on the waitlist"} />}
      closing={<EntryLinks {...props} />}
    >
      <WaitedForFacts {...props} />
      <QuantityFact {...props} />
      {until && <HeldUntilFact until={until} />}
    </Letter>
  ),
  example: { ...exampleEntry, until: null },
};

const nothingChanged = "Nothing has changed: you keep your place on the waitlist.";
const onePlace = "A place has opened for you. It is held until the time below and then passed on.";
const placeFor = ({ dates }: Pick<WaitedFor, "dates">): string =>
  dates ? onePlace.replace("A place", "A place on every date") : onePlace;

type OfferProps = WaitlistProps & {
  until: OfferEnd;
  acceptUrl: string;
  /** The sentence on what is held of a pass; most mails lack it. */
  credits?: string;
};

export const waitlistOffer: Template<OfferProps> = {
  subject: ({ session, quantity = 1 }) =>
    `${quantity > 1 ? `${quantity} places are` : "A place is"} free for you: ${session.title}`,
  letter: ({ until, quantity = 1, ...props }) => (
    <Letter
      {...props}
      label="A place for you"
      preview={`${quantity > 1 ? "They are" : "It is"} held for you until ${endOf(until)}.`}
      because={`you are on a waitlist at ${props.site.name}.`}
      headline={[quantity > 1 ? `${quantity} places` : "A place", "for you"]}
      greeting="Good news"
      text={[
        quantity > 1
          ? `${quantity} places have opened for you. They are held until the time below and then passed on.`
          : placeFor(props),
        props.credits,
      ]
        .filter(Boolean)
        .join(" ")}
      action={
        <Action
          href={props.acceptUrl}
          label={quantity > 1 ? "Take the places" : "Take the place"}
          note="You’ll see the price and can still change your mind before you book."
        />
      }
      closing={
        <EntryLinks
          {...props}
          text="Not this time? Then someone else can have it sooner."
          labels={["No thanks", "Leave the waitlist"]}
        />
      }
    >
      <WaitedForFacts {...props} />
      <HeldUntilFact until={until} />
    </Letter>
  ),
  example: {
    ...exampleEntry,
    quantity: 2,
    until: { date: "Monday, November 30, 2026", time: "8:00 AM", zone: "GMT" },
    acceptUrl: "https://breathroom.example/waitlist/0d5a2f7e-51c8-4d8a-8b1c-2f7e1c9d1100/accept?key=5f2c",
  },
};

/** A mail to a visitor who did not answer an offer in time. */
export const waitlistOfferPassedOn: Template<WaitlistProps & { sessionUrl: string }> = {
  subject: ({ session }) => `Your held place has been passed on: ${session.title}`,
  letter: (props) => (
    <Letter
      {...props}
      label="Offer passed on"
      preview={`The time to accept it has passed. The ${nounOf(props)}’s page shows if there is still a place.`}
      because={`you were on a waitlist at ${props.site.name}.`}
      headline={["Your place", "went on"]}
      text={`The time to accept the place we held for you has passed, so it has been passed on. If you would still like to come, check the ${nounOf(props)}’s page for a free place.`}
      action={<Action href={props.sessionUrl} label={`Open the ${nounOf(props)}`} />}
      closing={
        <EntryLinks
          {...props}
          text="No need to say no thanks or leave the waitlist: you are off it now."
          labels={["See your waitlist entry"]}
        />
      }
    >
      <WaitedForFacts {...props} />
    </Letter>
  ),
  example: { ...exampleEntry, sessionUrl: "https://breathroom.example/sessions/0d5a2f7e-51c8-5d8a-8b1c-2f7e1c9d1100" },
};

type EntryLinksProps = { entryUrl: string; text?: string; labels?: string[] };

/** All links lead to the entry's page, where buttons act: mail scanners open links. */
function EntryLinks({
  entryUrl,
  text = "No thanks, or wasn’t you? You can leave the waitlist there.",
  labels = ["Leave the waitlist"],
}: EntryLinksProps) {
  return (
    <ClosingText text={text}>
      {labels.map((label) => (
        <span key={label}>
          <br />
          <ClosingLink href={entryUrl} label={label} />
        </span>
      ))}
    </ClosingText>
  );
}

const HeldUntilFact = ({ until: { date, time, zone } }: { until: OfferEnd }) => (
  <Fact label="Held until">
    {date}
    <br />
    <Soft>{`${time} ${zone}`}</Soft>
  </Fact>
);

const endOf = ({ date, time, zone }: OfferEnd): string => `${time} ${zone}, ${date}`;

type AdminEntryProps = AdminSessionProps & WaitedFor & { quantity?: number; inLine: string; isTooLate: boolean };

export const adminWaitlistEntry: Template<AdminEntryProps> = {
  subject: ({ attendee, session }) => `New waitlist entry: ${attendee.name}, ${session.title}`,
  letter: (props) => (
    <AdminLetter
      {...props}
      who={props.attendee}
      action={<Action href={props.sessionUrl} label={`Open the ${nounOf(props)}`} />}
      label="New waitlist entry"
      preview={`${startOf(props.session)}. In line: ${props.inLine}.`}
      headline={["Someone", "is waiting"]}
      text={`${props.attendee.name} has joined the waitlist. ${props.isTooLate ? isPublic(nounOf(props)) : isOffered}`}
    >
      <WaitedForFacts {...props} />
      <QuantityFact {...props} />
      <Fact label="In line">{props.inLine}</Fact>
    </AdminLetter>
  ),
  example: { ...exampleAdminSession, inLine: "4", isTooLate: false },
};

const isOffered = "If a place opens, it is offered automatically to the next person on the waitlist.";
const isPublic = (noun: string): string =>
  `The ${noun} starts too soon for offers: any place that opens can be booked on the ${noun}’s page.`;
