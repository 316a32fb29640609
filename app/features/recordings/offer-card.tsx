import { useId } from "react";
import { ButtonLink } from "~/ui/button";

type OfferCardProps = { text: string; length: string; price: string; purchasePath: string };

/** The focus returns to this button when the dialog closes. */
export const unlockButtonId = "unlock-all";

export function OfferCard({ text, length, price, purchasePath }: OfferCardProps) {
  const headingId = useId();
  return (
    <section
      className="on-deep relative grid overflow-hidden rounded-paper bg-deep text-on-deep"
      aria-labelledby={headingId}
    >
      <OfferArt />
      <div className="relative grid gap-6 px-6 py-8 md:grid-cols-[minmax(0,1fr)_auto] md:items-end md:p-12">
        <div className="grid gap-4">
          <h2
            className="text-[min(clamp(2.25rem,1.7rem+2.1vw,3.5rem),13vw)] leading-display font-light tracking-[-0.022em]"
            id={headingId}
          >
            The whole series, <em>yours to keep</em>
          </h2>
          <p className="max-w-[32em] text-balance text-on-deep-soft">{text}</p>
        </div>
        <div className="grid justify-items-start gap-5">
          <p className="flex max-w-[32em] items-baseline gap-3 text-balance text-on-deep-soft">
            <strong className="font-display text-[min(4.5rem,22vw)] leading-[0.9] font-light tracking-[-0.03em] text-on-deep normal-nums">
              {price}
            </strong>{" "}
            <span>
              {length}
              <br />
              Lifetime access
            </span>
          </p>
          <ButtonLink kind="paper" id={unlockButtonId} to={purchasePath} preventScrollReset>
            Unlock All Recordings
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

const rings = [
  { y: 130, radius: 330 },
  { y: 189, radius: 271 },
  { y: 238, radius: 222 },
  { y: 278, radius: 182 },
  { y: 311, radius: 149 },
  { y: 338, radius: 122 },
  { y: 360, radius: 100 },
  { y: 378, radius: 82 },
  { y: 393, radius: 67 },
];

function OfferArt() {
  return (
    <div className="absolute inset-y-0 right-0 w-3/5 opacity-32 md:opacity-50" aria-hidden="true">
      <svg
        className="size-full overflow-visible fill-none stroke-deep-rings stroke-1"
        viewBox="0 0 600 400"
        preserveAspectRatio="xMaxYMid slice"
        focusable="false"
      >
        {rings.map(({ y, radius }) => (
          <circle key={y} cx="400" cy={y} r={radius} />
        ))}
      </svg>
    </div>
  );
}
