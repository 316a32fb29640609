import { Link } from "@remix-run/react";
import type { CalendarDay, OfferPage } from "@server/selling/one-to-one/get-offer";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";

type CalendarProps = { offer: OfferPage; path: string };

const addressOf = (path: string, day: string): string => `${path}?day=${day}`;

/** Shows the free times: a week on a phone and a month on wider screens, beside the times of the chosen day. */
export function OfferCalendar({ offer, path }: CalendarProps) {
  const { month, week, day, zoneNote, next } = offer;
  return (
    <section className="grid gap-6" aria-labelledby="free-times" id="times">
      <div className="grid gap-1">
        <h2 className="text-title" id="free-times">
          Free times
        </h2>
        {zoneNote && <p className="text-ink-soft">{zoneNote}</p>}
      </div>
      {next === null ? (
        <p className="text-ink-soft">There are no free times at the moment. Please look again later.</p>
      ) : (
        <div className="grid gap-7 md:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] md:gap-12">
          <div className="md:hidden">
            <DayGrid {...week} offset={0} noun="week" chosen={day.date} path={path} />
          </div>
          <div className="hidden md:block">
            <DayGrid {...month} noun="month" chosen={day.date} path={path} />
          </div>
          <DayTimes offer={offer} path={path} />
        </div>
      )}
    </section>
  );
}

type DayGridProps = Pick<CalendarProps, "path"> & {
  name: string;
  offset: number;
  days: CalendarDay[];
  previous: string | null;
  next: string | null;
  noun: "week" | "month";
  chosen: string;
};

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const columns = "grid grid-cols-7 gap-1";

function DayGrid({ name, offset, days, previous, next, noun, chosen, path }: DayGridProps) {
  return (
    <nav className="grid gap-3" aria-label={`Days of the ${noun}`}>
      <div className="flex min-h-(--size-touch) items-center justify-between gap-3">
        <PageLink day={previous} path={path} label={`Previous ${noun}`} sign="←" />
        <p className="text-subtitle">{name}</p>
        <PageLink day={next} path={path} label={`Next ${noun}`} sign="→" />
      </div>
      <div className={`${columns} text-center text-small text-ink-soft`} aria-hidden="true">
        {weekdays.map((weekday) => (
          <span key={weekday}>{weekday}</span>
        ))}
      </div>
      <ul className={columns}>
        {days.map((day, index) => (
          <li key={day.date} style={index === 0 ? { gridColumnStart: offset + 1 } : undefined}>
            <DayLink day={day} isChosen={day.date === chosen} path={path} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

type PageLinkProps = { day: string | null; path: string; label: string; sign: string };

const PageLink = ({ day, path, label, sign }: PageLinkProps) =>
  day === null ? (
    <span className="w-11" />
  ) : (
    <Link className="icon-button hover:bg-sunken" to={addressOf(path, day)} preventScrollReset aria-label={label}>
      <span aria-hidden="true">{sign}</span>
    </Link>
  );

const dayFrame = "grid min-h-(--size-touch) place-content-center rounded-paper text-center lining-nums tabular-nums";

function DayLink({ day, isChosen, path }: { day: CalendarDay; isChosen: boolean; path: string }) {
  const { date, name, free } = day;
  if (free === null) {
    return (
      <span className={`${dayFrame} text-ink-soft`} aria-hidden="true">
        {day.day}
      </span>
    );
  }
  const look = isChosen
    ? "bg-action font-semibold text-action-ink"
    : free > 0
      ? "bg-accent-soft font-semibold text-accent-hover hover:underline"
      : "text-ink-soft hover:underline";
  return (
    <Link
      className={`${dayFrame} ${look}`}
      to={addressOf(path, date)}
      preventScrollReset
      aria-current={isChosen ? "date" : undefined}
      aria-label={`${name}, ${timesText(free)}`}
    >
      {day.day}
    </Link>
  );
}

function timesText(free: number): string {
  if (free === 0) return "no free times";
  return free === 1 ? "1 free time" : `${free} free times`;
}

function DayTimes({ offer: { day, next }, path }: CalendarProps) {
  return (
    <div className="grid content-start gap-4">
      <h3 className="text-subtitle" aria-live="polite">
        {day.name}
      </h3>
      {day.times.length > 0 ? (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2.5">
          {day.times.map(({ start, time, zone }) => (
            <li key={start}>
              <ButtonLink
                kind="quiet"
                isWide
                to={`${path}/book?day=${day.date}&start=${encodeURIComponent(start)}`}
                preventScrollReset
                id={idOfTime(start)}
              >
                <span className="sr-only">Book </span>
                {time}
                {isTwice(day.times, time) && ` ${zone}`}
              </ButtonLink>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-soft">
          No times are free on this day.{" "}
          {next && next !== day.date && <TextLink to={addressOf(path, next)}>See the next free time</TextLink>}
        </p>
      )}
    </div>
  );
}

/** Returns the id of the link to which the focus returns. */
export const idOfTime = (start: string): string => `time-${start.replace(/\W/g, "")}`;

/** Returns whether the clock shows a time twice in one night. */
export const isTwice = (times: { time: string }[], wanted: string): boolean =>
  times.filter(({ time }) => time === wanted).length > 1;
