import { Link } from "@remix-run/react";
import { Icon } from "./icon";

/** The way up, over a page's head. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className="back justify-self-start" to={to}>
      <Icon name="arrow-left" />
      {children}
    </Link>
  );
}
