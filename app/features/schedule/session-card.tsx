import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type {
  MemberSessionCard as MemberSession,
  PastSessionCard as PastSession,
  SessionCard as UpcomingSession,
} from "@server/schedule/schemas";
import type { MySession } from "@server/bookings/schemas";
import { WatchRecording } from "./watch-recording";
import { PictureBadge } from "~/ui/badge";
import { ButtonLink, buttonStyle } from "~/ui/button";
import { Eyebrow, SoldOut } from "~/ui/text";

export function SessionCard({ session }: { session: UpcomingSession }) {
  return (
    <Sheet session={session} isSoldOut={session.price === null}>
      <Facts {...session} />
      <div className="sheet__foot">
        <Price session={session} />
        <BookButton session={session} />
      </div>
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
      {waiting > 0 && <p className="sheet__line">{waiting === 1 ? "1 person" : `${waiting} people`} on the waitlist</p>}
      <div className="sheet__foot">
        <Price session={session} />
        {mine ? (
          <ButtonLink kind="quiet" size="small" to={mine.path} discover="none">
            {mine.state === "held" ? "Complete the payment" : "Manage booking"}
            <OfSession title={session.title} />
          </ButtonLink>
        ) : (
          <BookButton session={session} />
        )}
      </div>
    </Sheet>
  );
}

export function MySessionCard({ session }: { session: MySession }) {
  const { title, tickets, joinUrl, managePath } = session;
  return (
    <Sheet session={session} path={session.path}>
      <Facts {...session} />
      {tickets > 1 && <p className="sheet__line">{tickets} tickets</p>}
      <div className="sheet__foot">
        {joinUrl && <JoinLink url={joinUrl} title={title} />}
        <ButtonLink kind="quiet" size="small" to={managePath} discover="none">
          {tickets > 1 ? "Manage bookings" : "Manage booking"}
          <OfSession title={title} />
        </ButtonLink>
      </div>
    </Sheet>
  );
}

export function MyPastSessionCard({ session }: { session: MySession }) {
  return (
    <Sheet session={session} path={session.path}>
      <p className="sheet__facts">
        <time dateTime={session.start.iso}>{session.start.date}</time>
      </p>
      <div className="sheet__foot">
        <JoinOrWatch session={session} />
      </div>
    </Sheet>
  );
}

/** Links to the running session, or to its recording once it has ended. */
export function JoinOrWatch({ session: { joinUrl, recordingUrl, title } }: { session: MySession }) {
  if (joinUrl && !recordingUrl) return <JoinLink url={joinUrl} title={title} />;
  return <WatchRecording url={recordingUrl} title={title} size="small" />;
}

function JoinLink({ url, title }: { url: string; title: string }) {
  return (
    <a className={buttonStyle({ size: "small" })} href={url} rel="noreferrer">
      Join the session
      <OfSession title={title} />
    </a>
  );
}

function Facts({ start, duration, location }: Pick<UpcomingSession, "start" | "duration" | "location">) {
  return (
    <dl className="sheet__facts">
      <dt className="sr-only">Date</dt>
      <dd>
        <time dateTime={start.iso}>{start.date}</time>
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
  <p className="sheet__price">{session.price ?? <SoldOut />}</p>
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
      <p className="sheet__facts">
        <time dateTime={session.start.iso}>{session.start.date}</time>
      </p>
      <div className="sheet__foot">
        <WatchRecording url={session.recordingUrl} title={session.title} size="small" />
      </div>
    </Sheet>
  );
}

type SheetProps = {
  session: Pick<UpcomingSession, "id" | "title" | "category" | "summary" | "image">;
  /** Where the title leads, if not to the session's page. */
  path?: string;
  isSoldOut?: boolean;
  /** Shown on the picture. */
  mark?: ReactNode;
  children: ReactNode;
};

function Sheet({ session, path = `/sessions/${session.id}`, isSoldOut = false, mark, children }: SheetProps) {
  return (
    <li className={isSoldOut ? "sheet sheet--sold" : "sheet"}>
      <div className="sheet__plate">
        <img src={session.image} alt="" width="800" height="500" loading="lazy" decoding="async" />
        {mark}
      </div>
      <div className="sheet__body">
        {session.category && <Eyebrow>{session.category}</Eyebrow>}
        <h2 className="sheet__title">
          <Link to={path} discover="none">
            {session.title}
          </Link>
        </h2>
        <Description text={session.summary} />
        {children}
      </div>
    </li>
  );
}

const longestOnMobile = 100;

/** Shortened below 768 px. */
function Description({ text }: { text: string }) {
  const characters = Array.from(text);
  if (characters.length <= longestOnMobile) return <p className="sheet__text">{text}</p>;
  return (
    <p className="sheet__text">
      {characters.slice(0, longestOnMobile).join("")}
      <span className="md:hidden">…</span>
      <span className="max-md:hidden">{characters.slice(longestOnMobile).join("")}</span>
    </p>
  );
}

/** Distinguishes the cards' buttons for screen readers. */
const OfSession = ({ title }: { title: string }) => <span className="sr-only">: {title}</span>;
