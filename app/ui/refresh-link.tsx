import { Link, useLocation, useNavigation } from "@remix-run/react";
import { Icon } from "./icon";

/** Loads the page anew, with the same choices in it. */
export function RefreshLink() {
  const { pathname, search } = useLocation();
  const { state, location } = useNavigation();
  const isBusy = state === "loading" && location.pathname + location.search === pathname + search;
  return (
    <Link
      className="btn btn--quiet btn--small"
      to={pathname + search}
      replace
      preventScrollReset
      aria-busy={isBusy || undefined}
    >
      <Icon name="refresh" className="icon--s" />
      Refresh
    </Link>
  );
}
