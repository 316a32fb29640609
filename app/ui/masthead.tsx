import type { ReactNode } from "react";
import { inertIf } from "~/lib/site";
import { Breath } from "./drawings";

const breaths = {
  schedule: "-top-22 -right-54 w-108 md:-top-34 md:-right-36 md:w-[min(52rem,66vw)]",
  recordings: "-top-12 -right-68 w-104 md:-top-28 md:-right-48 md:w-184",
};

type MastheadProps = { art?: keyof typeof breaths; isInert?: boolean; children: ReactNode };

/** The top of a page. Reaches up behind the header. */
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
