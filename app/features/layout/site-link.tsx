import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { isInside } from "~/lib/navigation";

type SiteLinkProps = {
  href: string;
  className?: string;
  children: ReactNode;
  "aria-current"?: "page" | "true" | undefined;
};

/** A link that stays in the app for the site's own pages and leaves it for all others. */
export function SiteLink({ href, children, ...attributes }: SiteLinkProps) {
  if (!isInside(href)) {
    return (
      <a href={href} {...attributes}>
        {children}
      </a>
    );
  }
  return (
    <Link to={href} {...attributes}>
      {children}
    </Link>
  );
}
