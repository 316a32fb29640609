import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { isInside } from "~/lib/navigation";

type SiteLinkProps = {
  href: string;
  className?: string;
  children: ReactNode;
  "aria-current"?: "page" | "true" | undefined;
};

/** Links the site's own pages by the router, all others by plain links. */
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
