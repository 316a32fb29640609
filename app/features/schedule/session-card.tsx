import type {
  MemberSessionCard as MemberSession,
  PastSessionCard as PastSession,
  SessionCard as UpcomingSession,
} from "@server/catalogue/schedule/schemas";
import type { MySession } from "@server/selling/bookings/schemas";
import { PictureBadge } from "~/ui/badge";
import { ButtonLink, buttonStyle } from "~/ui/button";
import { PlacesLeft, SoldOut } from "~/ui/text";
import { Sheet, SheetFoot, SheetLine } from "./sheet";
import { WatchRecording } from "./watch-recording";

export function SessionCard({ session }: { session: UpcomingSession }) {
  return (
    <Sheet session={session} isSoldOut={session.price === null}>
      <Facts {...session} />
      <SheetFoot>
        <Price session={session} />
        <BookButton session={session} />
      </SheetFoot>
    </Sheet>
  );
}

export function MemberSessionCard({ session }: { session: MemberSession }) {
  const { mine, waiting } = session;
  return (
    <Sheet
      session={session}
      isSoldOut={session.price === null && !mine}
      mark={mine && <PlaceBadge state={mine.state} />}
    >
      <Facts {...session} />
      {waiting > 0 && <SheetLine>{waiting === 1 ? "1 person" : `${waiting} people`} on the waitlist</SheetLine>}
      <SheetFoot>
        <Price session={session} />
        {mine ? (
          <ButtonLink kind="quiet" size="small" to={mine.path} discover="none">
            {mine.state === "held" ? "Complete the payment" : "Manage booking"}
            <OfSession title={session.title} />
          </ButtonLink>
        ) : (
          <BookButton session={session} />
        )}
      </SheetFoot>
    </Sheet>
  );
}

export function MySessionCard({ session }: { session: MySession }) {
  const { title, tickets, joinPath, managePath } = session;
  return (
    <Sheet session={session} path={session.path}>
      <Facts {...session} />
      {tickets > 1 && <SheetLine>{tickets} tickets</SheetLine>}
      <SheetFoot>
        {joinPath && <JoinLink path={joinPath} title={title} />}
        <ButtonLink kind="quiet" size="small" to={managePath} discover="none">
          {tickets > 1 ? "Manage bookings" : "Manage booking"}
          <OfSession title={title} />
        </ButtonLink>
      </SheetFoot>
    </Sheet>
  );
}

export function MyPastSessionCard({ session }: { session: MySession }) {
  return (
    <Sheet session={session} path={session.path}>
      <p className={facts}>
        <Day start={session.start} />
      </p>
      <SheetFoot>
        <JoinOrWatch session={session} />
      </SheetFoot>
    </Sheet>
  );
}

/** Links to the running session, or to its recording once it has ended. */
export function JoinOrWatch({ session: { joinPath, recordingUrl, title } }: { session: MySession }) {
  if (joinPath && !recordingUrl) return <JoinLink path={joinPath} title={title} />;
  return <WatchRecording url={recordingUrl} title={title} size="small" />;
}

function JoinLink({ path, title }: { path: string; title: string }) {
  return (
    <a className={buttonStyle({ size: "small" })} href={path} rel="noreferrer">
      Join the session
      <OfSession title={title} />
    </a>
  );
}

const facts = "mt-4 mb-5 text-small";

const Day = ({ start: { iso, date } }: { start: { iso: string; date: string } }) => (
  <time className="font-semibold" dateTime={iso}>
    {date}
  </time>
);

function Facts({ start, duration, location }: Pick<UpcomingSession, "start" | "duration" | "location">) {
  return (
    <dl className={`leading-[1.55] ${facts}`}>
      <dt className="sr-only">Date</dt>
      <dd>
        <Day start={start} />
      </dd>
      <dt className="sr-only">Time</dt>
      <dd>
        {start.time} · {duration}
      </dd>
      <dt className="sr-only">Where</dt>
      <dd>{location}</dd>
    </dl>
  );
}

const Price = ({ session }: { session: UpcomingSession }) => (
  <p className="font-display text-title leading-[1.2]">
    {session.price ?? <SoldOut />} <PlacesLeft count={session.placesLeft} />
  </p>
);

function BookButton({ session: { id, title, price } }: { session: UpcomingSession }) {
  const isSoldOut = price === null;
  return (
    <ButtonLink
      kind={isSoldOut ? "quiet" : "solid"}
      size="small"
      to={isSoldOut ? `/sessions/${id}` : `/sessions/${id}/book`}
      discover="none"
    >
      Book Now
      <OfSession title={title} />
    </ButtonLink>
  );
}

const PlaceBadge = ({ state }: Pick<NonNullable<MemberSession["mine"]>, "state">) =>
  state === "booked" ? (
    <PictureBadge tone="green">You’re booked</PictureBadge>
  ) : (
    <PictureBadge tone="yellow">Payment pending</PictureBadge>
  );

export function PastSessionCard({ session }: { session: PastSession }) {
  return (
    <Sheet session={session}>
      <p className={facts}>
        <Day start={session.start} />
      </p>
      <SheetFoot>
        <WatchRecording url={session.recordingUrl} title={session.title} size="small" />
      </SheetFoot>
    </Sheet>
  );
}

/** Distinguishes the cards' buttons for screen readers. */
const OfSession = ({ title }: { title: string }) => <span className="sr-only">: {title}</span>;
