import type { ListedSession } from "@server/catalogue/schedule/schemas";
import { type ReactNode, useRef } from "react";
import { useKeepFocus } from "~/lib/hooks/focus";
import { useSite } from "~/lib/site";
import { DateBlock } from "~/ui/date-block";
import { textLinkStyle } from "~/ui/link";
import { Masthead } from "~/ui/masthead";
import { Eyebrow, Lede } from "~/ui/text";
import { SessionFilters, type SessionFiltersProps } from "./session-filters";
import { SessionPicture, SessionPrice, SessionRows, SessionRowsSkeleton, SessionTitle } from "./session-rows";

type SessionListProps = {
  title?: string;
  sessions: ListedSession[];
  /** The largest number of sessions, and the number of placeholders while loading. */
  limit?: number;
  isLoading?: boolean;
  filters?: SessionFiltersProps;
  layout?: "rows" | "featured";
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
        {title && <h2 className="text-heading mb-5">{title}</h2>}
        {isLoading ? (
          <SessionRowsSkeleton count={limit} />
        ) : shown.length === 0 ? (
          props.empty
        ) : props.layout === "featured" ? (
          <FeaturedSessions sessions={shown} />
        ) : (
          <SessionRows sessions={shown} Heading={title ? "h3" : "h2"} />
        )}
      </section>
    </>
  );
}

export function SubscribeLink() {
  const site = useSite();
  if (!site) return null;
  return (
    <p className="mt-8 text-ink-soft">
      Would you like to see new dates in your own calendar?{" "}
      <a
        className={`${textLinkStyle} inline-flex min-h-11 items-center`}
        href={`${site.url}/calendar.ics`.replace(/^https?:/, "webcal:")}
      >
        Subscribe to the schedule
      </a>
    </p>
  );
}

const strip = [
  "-mx-(--space-gutter) grid scroll-px-(--space-gutter) auto-cols-[minmax(17rem,82%)] grid-flow-col gap-3.5",
  "[scroll-snap-type:x_proximity] overflow-x-auto px-(--space-gutter) py-1 [scrollbar-width:none]",
  "md:-mx-1 md:auto-cols-[minmax(0,1fr)] md:gap-5 md:px-1",
].join(" ");

/** A single card does not stretch over the whole page. */
const card = [
  "relative grid snap-start grid-cols-[minmax(0,1fr)_min(6rem,25vw)] overflow-hidden rounded-paper border border-line bg-surface",
  "has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-1 has-[a:focus-visible]:outline-focus",
  "md:only:max-w-144 lg:grid-cols-[minmax(0,1fr)_min(8.5rem,12.4vw)]",
].join(" ");

const FeaturedSessions = ({ sessions }: { sessions: ListedSession[] }) => (
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
          weekday={weekdayShort}
          monthAndYear={`${month} ${year}`}
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

/**
 * Shows the head of the schedule. `rhythm` says when a series takes place, as in "First Tuesday is on the first Tuesday
 * of the month".
 */
export function UpcomingHead({ rhythm }: { rhythm?: string | null }) {
  const site = useSite();
  const [first, ...others] = (site?.home.headline ?? "UPCOMING SESSIONS").split(" ");
  return (
    <Masthead>
      <div className="page-width relative pt-12 pb-11 md:pt-13 md:pb-14">
        <h1 className="-ml-[0.03em] text-masthead leading-masthead font-light tracking-[-0.018em]">
          <span className="block">{first}</span> <span className="block md:ml-[0.92em]">{others.join(" ")}</span>
        </h1>
        <div className="mt-7 max-w-136 md:mt-9">
          <Lede>
            {site?.home.intro ?? site?.tagline} {rhythm && <span className="md:block">{rhythm}</span>}
          </Lede>
        </div>
      </div>
    </Masthead>
  );
}
