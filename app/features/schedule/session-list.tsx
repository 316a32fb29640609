import { Link } from "@remix-run/react";
import type { ListedSession } from "@server/schedule/schemas";
import { type ReactNode, useRef } from "react";
import { useKeepFocus } from "~/lib/hooks/focus";
import { useSite } from "~/lib/site";
import { DateBlock } from "~/ui/date-block";
import { Icon } from "~/ui/icon";
import { SessionFilters, type SessionFiltersProps } from "./session-filters";
import { SkeletonBar } from "~/ui/skeleton-bar";

type SessionListProps = {
  title?: string;
  sessions: ListedSession[];
  /** The largest number of sessions, and the number of placeholders while loading. */
  limit?: number;
  isLoading?: boolean;
  filters?: SessionFiltersProps;
  isFeaturedOnly?: boolean;
  children?: ReactNode;
  /** Replaces an empty list; without it nothing is rendered. */
  empty?: ReactNode;
};

export function SessionList({ title, sessions, limit, isLoading = false, filters, ...props }: SessionListProps) {
  const section = useRef<HTMLElement>(null);
  useKeepFocus(section, sessions);
  const shown = sessions.slice(0, limit);
  if (shown.length === 0 && !isLoading && !props.empty) return null;
  return (
    <>
      {filters && <SessionFilters {...filters} />}
      {props.children}
      <section ref={section} className="outline-none" aria-label={title ?? "Sessions"} tabIndex={-1}>
        {title && <h2 className="heading mb-5">{title}</h2>}
        {isLoading ? (
          <>
            <RowsHead />
            <SessionListSkeleton count={limit} />
          </>
        ) : shown.length === 0 ? (
          props.empty
        ) : props.isFeaturedOnly ? (
          <ul className="strip">
            {shown.map((session) => (
              <FeaturedSession key={session.id} session={session} />
            ))}
          </ul>
        ) : (
          <>
            <RowsHead />
            <ul className="rows">
              {shown.map((session, index) => (
                <SessionRow key={session.id} session={session} isFirst={index === 0} Heading={title ? "h3" : "h2"} />
              ))}
            </ul>
          </>
        )}
      </section>
    </>
  );
}

const RowsHead = () => (
  <div className="rows__head" aria-hidden="true">
    <span>Date</span>
    <span>Session</span>
    <span>Time</span>
    <span>Where</span>
    <span>Price</span>
  </div>
);

/** The link covers the whole card. */
function FeaturedSession({ session }: { session: ListedSession }) {
  const { day, month, year, time, iso } = session.start;
  return (
    <li className={session.price === null ? "feature row--sold" : "feature"}>
      <div className="feature__body">
        <DateBlock day={day} title={month} rest={year} iso={iso} />
        <div>
          {session.category && <p className="cat">{session.category}</p>}
          <h3 className="row__title">
            <Link to={`/sessions/${session.id}`} discover="none">
              {session.title}
            </Link>
          </h3>
        </div>
        <p className="text-small leading-small text-ink-soft">
          <b className="text-ink">{time}</b> · {session.duration}
          <br />
          {session.place}
        </p>
        <p className="feature__price">{session.price ?? <span className="soldout">SOLD OUT</span>}</p>
      </div>
      <div className="row__plate">
        <img src={session.image} alt="" width="200" height="400" decoding="async" />
      </div>
    </li>
  );
}

type SessionRowProps = { session: ListedSession; isFirst: boolean; Heading: "h2" | "h3" };

/** The link covers the whole row. */
function SessionRow({ session, isFirst, Heading }: SessionRowProps) {
  const { day, month, year, time, iso } = session.start;
  return (
    <li className={session.price === null ? "row row--sold" : "row"}>
      <DateBlock className="row__date" day={day} title={month} rest={year} iso={iso} />
      <div className="row__plate">
        <img src={session.image} alt="" width="200" height="400" loading="lazy" decoding="async" />
      </div>
      <div className="row__body">
        {session.category && <p className="cat">{session.category}</p>}
        <Heading className="row__title">
          {/* All rows lead to one route, so it needs to be discovered only once. */}
          <Link to={`/sessions/${session.id}`} discover={isFirst ? "render" : "none"}>
            {session.title}
          </Link>
        </Heading>
        <p className="row__text">{session.summary}</p>
      </div>
      <div className="row__facts">
        <p className="row__time">
          <b>{time}</b> <span>{session.duration}</span>
        </p>
        <p className="row__place">{session.place}</p>
      </div>
      <p className="row__price">{session.price ?? <span className="soldout">SOLD OUT</span>}</p>
      <span className="row__go" aria-hidden="true">
        <Icon name="arrow-right" />
      </span>
    </li>
  );
}

function SessionListSkeleton({ count = 3 }: { count?: number | undefined }) {
  return (
    <ul className="rows" aria-label="Loading" aria-busy="true">
      {Array.from({ length: count }, (_, index) => (
        <li key={index} className="row">
          <span className="row__date">
            <SkeletonBar className="h-12 w-22" />
          </span>
          <span className="row__plate">
            <SkeletonBar className="h-full w-full" radius="rounded-none md:rounded-round" />
          </span>
          <span className="row__body grid gap-2.5">
            <SkeletonBar className="h-4 w-20" />
            <SkeletonBar className="h-6 w-7/10" />
          </span>
          <span className="row__facts">
            <SkeletonBar className="h-4 w-18" />
          </span>
          <span className="row__price">
            <SkeletonBar className="h-5 w-12 md:ml-auto" />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function SubscribeLink() {
  const site = useSite();
  if (!site) return null;
  return (
    <p className="mt-8 text-ink-soft">
      Would you like to see new dates in your own calendar?{" "}
      <a
        className="link inline-flex min-h-11 items-center"
        href={`${site.url}/calendar.ics`.replace(/^https?:/, "webcal:")}
      >
        Subscribe to the schedule
      </a>
    </p>
  );
}
