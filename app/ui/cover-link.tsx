import { Link } from "@remix-run/react";
import type { ComponentProps } from "react";

/** A link that covers its nearest positioned ancestor, which shows the focus in its place. */
export const CoverLink = ({ className = "", ...props }: ComponentProps<typeof Link>) => (
  <Link className={`no-underline after:absolute after:inset-0 focus-visible:outline-none ${className}`} {...props} />
);
