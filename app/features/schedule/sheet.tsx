import { Link } from "@remix-run/react";
import type { SessionCard } from "@server/schedule/schemas";
import type { ReactNode } from "react";
import { SkeletonBar } from "~/ui/skeleton";
import { Eyebrow } from "~/ui/text";

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
      <div className={`relative aspect-8/5 overflow-hidden ${isSoldOut ? "opacity-75 saturate-45" : ""}`}>
        <img
          className="size-full object-cover"
          src={session.image}
          alt=""
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
            className="no-underline hover:underline hover:decoration-accent hover:decoration-auto"
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

export const SheetSkeleton = () => (
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
