import { Link } from "@remix-run/react";
import { useEffect, useState } from "react";

type BuyBarProps = { price: string; bookPath: string; ticketButtonId: string };
const id = "book-now-bar";

/** Below 768 px: price and Book Now at the bottom edge, away while the ticket's own button is in view. */
export function BuyBar({ price, bookPath, ticketButtonId }: BuyBarProps) {
  const isAway = useIsInView(ticketButtonId);
  return (
    <div className={isAway ? "buybar is-away" : "buybar"}>
      <p>
        <strong>{price}</strong>
      </p>
      <Link id={id} className="btn" to={bookPath} state={{ returnFocusTo: id }} preventScrollReset>
        Book Now
      </Link>
    </div>
  );
}

function useIsInView(elementId: string): boolean {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    const element = document.getElementById(elementId);
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? false));
    observer.observe(element);
    return () => observer.disconnect();
  }, [elementId]);
  return isInView;
}
