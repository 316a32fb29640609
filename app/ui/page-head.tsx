import { Link, useLocation, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "./icon";

type PageHeadProps = {
  title: string;
  /** One sentence on what the page is for, or what is shown. */
  lede?: ReactNode;
  /** Links and buttons, the main one last. */
  children?: ReactNode;
};

/** A page's title, with what can be done on the page beside it. */
export function PageHead({ title, lede, children }: PageHeadProps) {
  return (
    <div className="pagehead">
      <div className="pagehead__what">
        <h1 className="display">{title}</h1>
        {lede && <p className="lede">{lede}</p>}
      </div>
      {children && <div className="pagehead__actions">{children}</div>}
    </div>
  );
}

/** The way up, over a page's head. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className="back justify-self-start" to={to}>
      <Icon name="arrow-left" />
      {children}
    </Link>
  );
}

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
