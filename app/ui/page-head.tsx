import { Link, useLocation, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink } from "./button";
import { Icon } from "./icon";
import { Lede } from "./text";

type PageHeadProps = {
  title: string;
  lede?: ReactNode;
  /** The main action comes last. */
  children?: ReactNode;
};

export function PageHead({ title, lede, children }: PageHeadProps) {
  return (
    <HeadRow>
      <div className="grid min-w-0 flex-[1_1_20rem] gap-1.5">
        <h1 className="text-display">{title}</h1>
        {lede && <Lede>{lede}</Lede>}
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </HeadRow>
  );
}

export const HeadRow = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">{children}</div>
);

type BackLinkProps = { to: string; className?: string; children: string };

export function BackLink({ to, className = "", children }: BackLinkProps) {
  return (
    <Link className={`${backStyle} ${className}`} to={to}>
      <Icon name="arrow-left" />
      {children}
    </Link>
  );
}

const backStyle = [
  "inline-flex min-h-(--size-touch) items-center gap-2 justify-self-start text-[1rem] font-semibold",
  "no-underline decoration-auto hover:underline",
].join(" ");

export function RefreshLink() {
  const { pathname, search } = useLocation();
  const { state, location } = useNavigation();
  const isBusy = state === "loading" && location.pathname + location.search === pathname + search;
  return (
    <ButtonLink
      kind="quiet"
      size="small"
      to={pathname + search}
      replace
      preventScrollReset
      aria-busy={isBusy || undefined}
    >
      <Icon name="refresh" className="icon--s" />
      Refresh
    </ButtonLink>
  );
}
