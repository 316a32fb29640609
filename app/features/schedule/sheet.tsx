import { Link } from "@remix-run/react";
import type { SessionCard } from "@server/catalogue/schedule/schemas";
import { type ReactNode, useRef } from "react";
import { useKeepFocus } from "~/lib/hooks/focus";
import { Masthead } from "~/ui/masthead";
import { Picture } from "~/ui/picture";
import { SkeletonBar } from "~/ui/skeleton";
import { Eyebrow, Lede } from "~/ui/text";

type SessionCardsProps = {
  label: string;
  isLoading: boolean;
  cards: ReactNode[];
  empty: ReactNode;
};

export function SessionCards({ label, isLoading, cards, empty }: SessionCardsProps) {
  const section = useRef<HTMLElement>(null);
  useKeepFocus(section, cards);
  return (
    <section ref={section} className="outline-none" aria-label={label} tabIndex={-1}>
      {isLoading ? <SessionCardsSkeleton /> : cards.length > 0 ? <ul className={grid}>{cards}</ul> : empty}
    </section>
  );
}

const grid = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-5 md:gap-x-6 md:gap-y-8";

export const SessionCardsSkeleton = () => (
  <ul className={grid} aria-label="Loading" aria-busy="true">
    {[1, 2, 3].map((nth) => (
      <SheetSkeleton key={nth} />
    ))}
  </ul>
);

export function ScheduleHead() {
  return (
    <Masthead>
      <div className="page-width relative pt-12 pb-11 md:pt-13 md:pb-14">
        <h1 className="text-display">
          Live <em>Sessions</em>
        </h1>
        <div className="mt-7 max-w-136 md:mt-9">
          <Lede>Breathe together, online or in the room. Missed one? Some have a recording.</Lede>
        </div>
      </div>
    </Masthead>
  );
}

const sheet = "relative flex flex-col overflow-hidden rounded-paper border border-line bg-surface";
const body = "flex flex-1 flex-col p-5 md:p-6";
const description = "mt-2 text-[1rem] leading-[1.5] text-ink-soft";

type SheetProps = {
  session: Pick<SessionCard, "id" | "title" | "category" | "summary" | "image">;
  /** Where the title leads, if not to the session's page. */
  path?: string;
  isSoldOut?: boolean;
  mark?: ReactNode;
  children: ReactNode;
};

export function Sheet({ session, path = `/sessions/${session.id}`, isSoldOut = false, mark, children }: SheetProps) {
  return (
    <li className={sheet}>
      <div className={`relative aspect-8/5 overflow-hidden ${isSoldOut ? "opacity-75 [filter:saturate(0.45)]" : ""}`}>
        <Picture
          className="size-full object-cover"
          src={session.image}
          sizes="(min-width: 42rem) 26rem, 100vw"
          width="800"
          height="500"
          loading="lazy"
          decoding="async"
        />
        {mark}
      </div>
      <div className={body}>
        {session.category && <Eyebrow>{session.category}</Eyebrow>}
        <h2 className={`text-title leading-[1.2] ${isSoldOut ? "text-ink-soft" : ""}`}>
          <Link
            className="-my-2 inline-block py-2 no-underline hover:underline hover:decoration-accent hover:decoration-auto"
            to={path}
            discover="none"
          >
            {session.title}
          </Link>
        </h2>
        <Description text={session.summary} />
        {children}
      </div>
    </li>
  );
}

export const SheetLine = ({ children }: { children: ReactNode }) => <p className="mb-4 text-small">{children}</p>;

export const SheetFoot = ({ children }: { children: ReactNode }) => (
  <div className="mt-auto flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">{children}</div>
);

const SheetSkeleton = () => (
  <li className={sheet}>
    <SkeletonBar className="aspect-8/5" radius="rounded-none" />
    <span className={`gap-3 ${body}`}>
      <SkeletonBar className="h-4 w-20" />
      <SkeletonBar className="h-6 w-7/10" />
      <SkeletonBar className="h-4 w-full" />
      <SkeletonBar className="h-11 w-30" radius="rounded-round" />
    </span>
  </li>
);

const longestOnMobile = 100;

function Description({ text }: { text: string }) {
  const characters = Array.from(text);
  if (characters.length <= longestOnMobile) return <p className={description}>{text}</p>;
  return (
    <p className={description}>
      {characters.slice(0, longestOnMobile).join("")}
      <span className="md:hidden">…</span>
      <span className="max-md:hidden">{characters.slice(longestOnMobile).join("")}</span>
    </p>
  );
}
