import type { ListedSession } from "@server/schedule/schemas";
import type { ComponentProps } from "react";
import { DateBlock } from "~/ui/date-block";
import { Icon } from "~/ui/icon";
import { CoverLink } from "~/ui/link";
import { SkeletonBar } from "~/ui/skeleton";
import { Eyebrow, PlacesLeft, SoldOut } from "~/ui/text";

const columns = [
  "lg:grid-cols-[min(8.25rem,12vw)_min(5.5rem,8vw)_minmax(0,1fr)_min(7rem,10.2vw)_min(9.5rem,13.9vw)_min(5.75rem,8.4vw)_min(2.75rem,4vw)]",
  "lg:gap-x-[min(1.75rem,2.6vw)]",
].join(" ");
const list = "grid gap-3.5 md:relative md:z-0 md:gap-0 md:border-t md:border-ink";

const row = [
  "relative grid grid-cols-[minmax(0,1fr)_min(6rem,25vw)] border-line",
  "max-md:overflow-hidden max-md:rounded-paper max-md:border max-md:bg-surface",
  "md:grid-cols-[6.5rem_4.5rem_minmax(0,1fr)_7.75rem_4.75rem] md:items-center md:gap-x-5 md:border-b md:py-6",
  columns,
].join(" ");

/** Shows the focus of the link; a row also has a surface behind it then, and while it is pointed at. */
const highlight = [
  "max-md:has-[a:focus-visible]:outline-2 max-md:has-[a:focus-visible]:outline-offset-3",
  "max-md:has-[a:focus-visible]:outline-focus md:has-[a:focus-visible]:border-b-transparent",
  "md:before:absolute md:before:-inset-x-5 md:before:-inset-y-px md:before:-z-1 md:before:rounded-paper",
  "md:before:bg-surface md:before:-outline-offset-2 md:before:outline-focus md:before:content-none",
  "md:hover:before:content-[''] md:has-[a:focus-visible]:before:outline-2 md:has-[a:focus-visible]:before:content-['']",
].join(" ");

const cells = {
  date: "col-start-1 pt-5 pr-4 pl-5 md:p-0",
  picture: "col-start-2 row-[1/span_4] md:row-[1] md:aspect-square md:overflow-hidden md:rounded-[50%]",
  body: "col-start-1 pt-4 pr-4 pl-5 md:col-start-3 md:p-0",
  facts:
    "col-start-1 grid gap-0.5 pt-3 pr-4 pl-5 text-small text-ink-soft md:col-start-4 md:gap-1 md:p-0 md:text-[1rem] md:leading-[1.35] lg:contents",
  price: "col-start-1 pt-3 pr-4 pb-4.5 pl-5 md:col-start-5 md:p-0 md:text-right md:text-[1.5rem] lg:col-start-6",
};

type SessionRowsProps = { sessions: ListedSession[]; Heading: "h2" | "h3" };

export const SessionRows = ({ sessions, Heading }: SessionRowsProps) => (
  <>
    <ColumnHeads />
    <ul className={list}>
      {sessions.map((session, index) => (
        <SessionRow key={session.id} session={session} isFirst={index === 0} Heading={Heading} />
      ))}
    </ul>
  </>
);

const ColumnHeads = () => (
  <div className={`hidden pb-3 text-small text-ink-quiet lg:grid ${columns}`} aria-hidden="true">
    <span>Date</span>
    <span className="col-span-2 col-start-2">Session</span>
    <span>Time</span>
    <span>Where</span>
    <span className="text-right">Price</span>
  </div>
);

type SessionRowProps = { session: ListedSession; isFirst: boolean; Heading: "h2" | "h3" };

function SessionRow({ session, isFirst, Heading }: SessionRowProps) {
  const { day, month, year, weekdayShort, time, iso } = session.start;
  const date = { day, weekday: weekdayShort, monthAndYear: `${month} ${year}`, iso };
  return (
    <li className={`group ${row} ${highlight}`}>
      <DateBlock {...date} variant="row" className={cells.date} isMuted={session.price === null} />
      <SessionPicture session={session} className={cells.picture} loading="lazy" />
      <div className={cells.body}>
        {session.category && <Eyebrow size="small">{session.category}</Eyebrow>}
        {/* All rows lead to one route, so it needs to be discovered only once. */}
        <SessionTitle
          className="md:group-hover:underline md:group-hover:decoration-accent"
          session={session}
          Heading={Heading}
          discover={isFirst ? "render" : "none"}
        />
        <p className="hidden text-[1rem] leading-[1.45] text-balance text-ink-soft lg:mt-1 lg:line-clamp-2">
          {session.summary}
        </p>
      </div>
      <div className={cells.facts}>
        <p className="lg:col-start-4">
          <b className="font-semibold text-ink md:block">{time}</b>{" "}
          <span className="before:content-['·_'] md:before:content-none">{session.duration}</span>
        </p>
        <p className="lg:col-start-5">{session.place}</p>
      </div>
      <SessionPrice session={session} className={cells.price} />
      <Arrow />
    </li>
  );
}

const Arrow = () => (
  <span
    className="hidden size-11 place-items-center rounded-[50%] border border-line-control transition-[background-color] duration-(--duration-quick) ease-out group-hover:border-action group-hover:bg-action group-hover:text-action-ink lg:col-start-7 lg:grid"
    aria-hidden="true"
  >
    <Icon name="arrow-right" />
  </span>
);

export const SessionRowsSkeleton = ({ count = 3 }: { count?: number | undefined }) => (
  <>
    <ColumnHeads />
    <ul className={list} aria-label="Loading" aria-busy="true">
      {Array.from({ length: count }, (_, index) => (
        <li key={index} className={`${row} ${highlight}`}>
          <span className={cells.date}>
            <SkeletonBar className="h-12 w-22" />
          </span>
          <span className={`relative ${cells.picture}`}>
            <SkeletonBar className="h-full w-full" radius="rounded-none md:rounded-round" />
          </span>
          <span className={`grid gap-2.5 ${cells.body}`}>
            <SkeletonBar className="h-4 w-20" />
            <SkeletonBar className="h-6 w-7/10" />
          </span>
          <span className={cells.facts}>
            <SkeletonBar className="h-4 w-18" />
          </span>
          <span className={cells.price}>
            <SkeletonBar className="h-5 w-12 md:ml-auto" />
          </span>
        </li>
      ))}
    </ul>
  </>
);

type SessionTitleProps = { session: ListedSession; Heading: "h2" | "h3" } & Pick<
  ComponentProps<typeof CoverLink>,
  "className" | "discover"
>;

/** The link covers the whole session. */
export const SessionTitle = ({ session: { id, title, price }, Heading, ...link }: SessionTitleProps) => (
  <Heading
    className={`mt-0.5 text-[1.4375rem] leading-[1.2] lg:text-[1.625rem] ${price === null ? "text-ink-soft" : ""}`}
  >
    <CoverLink to={`/sessions/${id}`} {...link}>
      {title}
    </CoverLink>
  </Heading>
);

type SessionPictureProps = { session: ListedSession; className: string; loading?: "lazy" };

export const SessionPicture = ({ session: { image, price }, className, loading }: SessionPictureProps) => (
  <div className={`relative ${className} ${price === null ? "opacity-75 saturate-45" : ""}`}>
    <img
      className="absolute inset-0 size-full object-cover"
      src={image}
      alt=""
      width="200"
      height="400"
      loading={loading}
      decoding="async"
    />
  </div>
);

type SessionPriceProps = { session: ListedSession; className?: string };

export const SessionPrice = ({ session: { price, placesLeft }, className = "" }: SessionPriceProps) => (
  <p className={`font-display text-[1.375rem] leading-[1.2] ${className}`}>
    {price ?? <SoldOut />} <PlacesLeft count={placesLeft} />
  </p>
);
