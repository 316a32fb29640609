import { Link } from "@remix-run/react";
import { useId } from "react";

type OfferCardProps = { text: string; price: string; purchasePath: string };

/** The focus returns to this button when the dialog closes. */
export const unlockButtonId = "unlock-all";

export function OfferCard({ text, price, purchasePath }: OfferCardProps) {
  const headingId = useId();
  return (
    <section className="offer on-deep" aria-labelledby={headingId}>
      <OfferArt />
      <div className="offer__in">
        <div className="grid gap-4">
          <h2 className="display offer__title" id={headingId}>
            The whole series, <em>yours to keep</em>
          </h2>
          <p>{text}</p>
        </div>
        <div className="offer__buy">
          <p className="offer__price">
            <strong>{price}</strong> <span>Lifetime access</span>
          </p>
          <Link className="btn btn--paper" id={unlockButtonId} to={purchasePath} preventScrollReset>
            Unlock All Recordings
          </Link>
        </div>
      </div>
    </section>
  );
}

/** Each ring with its centre. */
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
    <div className="offer__art" aria-hidden="true">
      <svg viewBox="0 0 600 400" preserveAspectRatio="xMaxYMid slice" focusable="false">
        {rings.map(({ y, radius }) => (
          <circle key={y} cx="400" cy={y} r={radius} />
        ))}
      </svg>
    </div>
  );
}
