import { useLocation, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { BusyRing, ButtonLink } from "~/ui/button";
import { shortAddress } from "~/lib/short-address";

const checkEveryMs = 2000;
/** One minute in total. */
const checks = 30;

/** Reloads the data for a minute while the page is visible; afterwards, and without scripting, shows a link. */
export function CheckAgain() {
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const [isWatching, setWatching] = useState(false);

  useEffect(() => {
    let left = checks;
    setWatching(true);
    const timer = window.setInterval(() => {
      if (document.visibilityState === "hidden") return;
      left -= 1;
      if (left > 0) return revalidate();
      window.clearInterval(timer);
      setWatching(false);
    }, checkEveryMs);
    return () => window.clearInterval(timer);
  }, [revalidate]);

  if (isWatching) {
    return (
      <p className="flex min-h-12 items-center gap-2 text-ink-soft">
        <BusyRing />
        Checking...
      </p>
    );
  }
  return (
    <ButtonLink to={shortAddress({ pathname, search })} reloadDocument>
      Check again
    </ButtonLink>
  );
}
