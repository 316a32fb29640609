import type { ListedSession } from "@server/schedule/schemas";
import { DateBlock } from "~/ui/date-block";
import { SessionPicture, SessionPrice, SessionTitle } from "./session-parts";
import { Eyebrow } from "~/ui/text";

const strip = [
  "-mx-(--space-gutter) grid scroll-px-(--space-gutter) auto-cols-[minmax(17rem,82%)] grid-flow-col gap-3.5",
  "snap-x snap-proximity overflow-x-auto px-(--space-gutter) py-1 [scrollbar-width:none]",
  "md:-mx-1 md:auto-cols-[minmax(0,1fr)] md:gap-5 md:px-1",
].join(" ");

/** A single card does not stretch over the whole page. */
const card = [
  "relative grid snap-start grid-cols-[minmax(0,1fr)_6rem] overflow-hidden rounded-paper border border-line bg-surface",
  "has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-1 has-[a:focus-visible]:outline-focus",
  "md:only:max-w-144 lg:grid-cols-[minmax(0,1fr)_8.5rem]",
].join(" ");

export const FeaturedSessions = ({ sessions }: { sessions: ListedSession[] }) => (
  <ul className={strip}>
    {sessions.map((session) => (
      <FeaturedSession key={session.id} session={session} />
    ))}
  </ul>
);

function FeaturedSession({ session }: { session: ListedSession }) {
  const { day, month, year, weekdayShort, time, iso } = session.start;
  return (
    <li className={card}>
      <div className="grid grid-rows-[auto_auto_1fr_auto] gap-3.5 pt-5 pr-4 pb-4.5 pl-5 lg:p-6">
        <DateBlock
          variant="card"
          day={day}
          title={weekdayShort}
          rest={`${month} ${year}`}
          iso={iso}
          isMuted={session.price === null}
        />
        <div>
          {session.category && <Eyebrow size="small">{session.category}</Eyebrow>}
          <SessionTitle session={session} Heading="h3" discover="none" />
        </div>
        <p className="text-small leading-small text-ink-soft">
          <b className="text-ink">{time}</b> · {session.duration}
          <br />
          {session.place}
        </p>
        <SessionPrice session={session} />
      </div>
      <SessionPicture session={session} className="col-start-2 row-start-1 md:overflow-hidden" />
    </li>
  );
}
