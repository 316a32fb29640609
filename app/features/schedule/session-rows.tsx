import type { ListedSession } from "@server/catalogue/schedule/schemas";
import type { ComponentProps } from "react";
import { useFramedDocument } from "~/features/embeds/framed";
import { useIsHydrated } from "~/lib/document";
import { DateBlock } from "~/ui/date-block";
import { Icon } from "~/ui/icon";
import { CoverLink } from "~/ui/link";
import { Picture } from "~/ui/picture";
import { SkeletonBar } from "~/ui/skeleton";
import { Eyebrow, PlacesLeft, SoldOut } from "~/ui/text";

type SessionRowsProps = { sessions: ListedSession[]; Heading: "h2" | "h3" };

export function SessionRows({ sessions, Heading }: SessionRowsProps) {
  // A frame is as high as all that it shows.
  const isWhole = [useIsHydrated(), useFramedDocument()].some(Boolean);
  return (
    <>
      <ColumnHeads />
      <ul className={isWhole ? "session-list" : "session-list lay-out-near"}>
        {sessions.map((session, index) => (
          <SessionRow key={session.id} session={session} isFirst={index === 0} Heading={Heading} />
        ))}
      </ul>
    </>
  );
}

const ColumnHeads = () => (
  <div className={"session-columns hidden pb-3 text-small text-ink-quiet lg:grid"} aria-hidden="true">
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
    <li className="group session-row session-columns">
      <DateBlock {...date} variant="row" isMuted={session.price === null} />
      <SessionPicture session={session} className="row-picture" loading="lazy" />
      <div className="row-body">
        {session.category && <Eyebrow size="small">{session.category}</Eyebrow>}
        {/* All rows lead to one route, so it needs to be discovered only once. */}
        <SessionTitle className="row-link" session={session} Heading={Heading} discover={isFirst ? "render" : "none"} />
        <p className="row-summary">{session.summary}</p>
      </div>
      <div className="row-facts">
        <p className="row-time">
          <b>{time}</b> <span>{session.duration}</span>
        </p>
        <p className="lg:col-start-5">{session.place}</p>
      </div>
      <SessionPrice session={session} className="row-price" />
      <Arrow />
    </li>
  );
}

const Arrow = () => (
  <span className="row-arrow" aria-hidden="true">
    <Icon name="arrow-right" />
  </span>
);

export const SessionRowsSkeleton = ({ count = 3 }: { count?: number | undefined }) => (
  <>
    <ColumnHeads />
    <ul className="session-list" aria-label="Loading" aria-busy="true">
      {Array.from({ length: count }, (_, index) => (
        <li key={index} className="session-row session-columns">
          <span className="row-date">
            <SkeletonBar className="h-12 w-22" />
          </span>
          <span className={"session-picture row-picture"}>
            <SkeletonBar className="h-full w-full" radius="rounded-none md:rounded-round" />
          </span>
          <span className={"row-body grid gap-2.5"}>
            <SkeletonBar className="h-4 w-20" />
            <SkeletonBar className="h-6 w-7/10" />
          </span>
          <span className="row-facts">
            <SkeletonBar className="h-4 w-18" />
          </span>
          <span className="row-price">
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

/** Shows the title as a link that covers the whole session. */
export const SessionTitle = ({ session: { id, title, price }, Heading, ...link }: SessionTitleProps) => (
  <Heading className={`session-title ${price === null ? "text-ink-soft" : ""}`}>
    <CoverLink to={`/sessions/${id}`} {...link}>
      {title}
    </CoverLink>
  </Heading>
);

type SessionPictureProps = { session: ListedSession; className: string; loading?: "lazy" };

export const SessionPicture = ({ session: { image, price }, className, loading }: SessionPictureProps) => (
  <div className={`session-picture ${className} ${price === null ? "opacity-75 [filter:saturate(0.45)]" : ""}`}>
    <Picture src={image} sizes="9rem" width="200" height="400" loading={loading} decoding="async" />
  </div>
);

type SessionPriceProps = { session: ListedSession; className?: string };

export const SessionPrice = ({ session: { price, placesLeft }, className = "" }: SessionPriceProps) => (
  <p className={`session-price ${className}`}>
    {price ?? <SoldOut />} <PlacesLeft count={placesLeft} />
  </p>
);
