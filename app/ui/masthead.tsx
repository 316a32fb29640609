import type { ReactNode } from "react";
import { inertIf } from "~/lib/site";
import { Picture } from "~/ui/picture";
import { Lede } from "~/ui/text";
import { Breath } from "./drawings";

const breaths = {
  schedule: "-top-22 -right-54 w-108 md:-top-34 md:-right-36 md:w-[min(52rem,66vw)]",
  recordings: "-top-12 -right-68 w-104 md:-top-28 md:-right-48 md:w-184",
};

type MastheadProps = { art?: keyof typeof breaths; isInert?: boolean; children: ReactNode };

/** Renders the top of a page, which reaches up behind the header. */
export function Masthead({ art = "schedule", isInert = false, children }: MastheadProps) {
  return (
    <div className="relative isolate -mt-18 pt-18 md:-mt-22 md:pt-22" {...inertIf(isInert)}>
      <div className="absolute inset-0 -z-1 overflow-hidden mask-[linear-gradient(#000_55%,transparent)]">
        <Breath className={breaths[art]} />
      </div>
      {children}
    </div>
  );
}

type RecordingsHeroProps = {
  title: readonly [start: string, emphasized: string];
  lede: string;
  picture?: string | null | undefined;
  children?: ReactNode;
};

const heroFrame = "page-width relative grid gap-7 pt-14 pb-12 md:pt-16 md:pb-18";

export function RecordingsHero({ title: [start, emphasized], lede, picture, children }: RecordingsHeroProps) {
  const words = (
    <>
      <h1 className="text-[min(clamp(3.25rem,1rem+7.6vw,8rem),16vw)] leading-[0.98] font-light tracking-[-0.022em]">
        {start} <em>{emphasized}</em>
      </h1>
      <Lede>{lede}</Lede>
      {children}
    </>
  );
  return (
    <Masthead art="recordings">
      {picture ? (
        <div
          className={`${heroFrame} items-center md:grid-cols-[minmax(min-content,1fr)_minmax(12rem,min(32rem,50%))] md:gap-10 lg:gap-14`}
        >
          <div className="grid gap-7">{words}</div>
          <Picture
            className="aspect-8/5 w-full rounded-paper object-cover"
            src={picture}
            sizes="(min-width: 48rem) 32rem, 100vw"
            width="800"
            height="500"
          />
        </div>
      ) : (
        <div className={heroFrame}>{words}</div>
      )}
    </Masthead>
  );
}
