import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { PastSessionCard as PastSession, SessionCard as UpcomingSession } from "@server/schedule/schemas";
import { WatchRecording } from "./watch-recording";

/** An upcoming session with the way to book it. */
export function SessionCard({ session }: { session: UpcomingSession }) {
  const { date, time, iso } = session.start;
  return (
    <Sheet session={session} isSoldOut={session.price === null}>
      <dl className="sheet__facts">
        <dt className="sr-only">Date</dt>
        <dd>
          <time dateTime={iso}>{date}</time>
        </dd>
        <dt className="sr-only">Time</dt>
        <dd>
          {time} · {session.duration}
        </dd>
        <dt className="sr-only">Where</dt>
        <dd>{session.location}</dd>
      </dl>
      <div className="sheet__foot">
        <p className="sheet__price">{session.price ?? <span className="soldout">SOLD OUT</span>}</p>
        {session.price === null ? (
          <Link className="btn btn--quiet btn--small" to={`/sessions/${session.id}`} discover="none">
            View session
            <OfSession title={session.title} />
          </Link>
        ) : (
          <Link className="btn btn--small" to={`/sessions/${session.id}/book`} discover="none">
            Book Now
            <OfSession title={session.title} />
          </Link>
        )}
      </div>
    </Sheet>
  );
}

/** A session that has begun, with its recording. */
export function PastSessionCard({ session }: { session: PastSession }) {
  return (
    <Sheet session={session}>
      <p className="sheet__facts">
        <time dateTime={session.start.iso}>{session.start.date}</time>
      </p>
      <div className="sheet__foot">
        <WatchRecording url={session.recordingUrl} title={session.title} className="btn--small" />
      </div>
    </Sheet>
  );
}

type SheetProps = {
  session: Pick<UpcomingSession, "id" | "title" | "category" | "summary" | "image">;
  isSoldOut?: boolean;
  children: ReactNode;
};

function Sheet({ session, isSoldOut = false, children }: SheetProps) {
  return (
    <li className={isSoldOut ? "sheet sheet--sold" : "sheet"}>
      <div className="sheet__plate">
        <img src={session.image} alt="" width="800" height="500" loading="lazy" decoding="async" />
      </div>
      <div className="sheet__body">
        {session.category && <p className="cat">{session.category}</p>}
        <h2 className="sheet__title">
          <Link to={`/sessions/${session.id}`} discover="none">
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

/** Cut on mobile, whole from 768 px. */
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

/** Tells one card's button from another's to those who don't see the card around it. */
const OfSession = ({ title }: { title: string }) => <span className="sr-only">: {title}</span>;
