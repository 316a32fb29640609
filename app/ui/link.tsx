import { Link } from "@remix-run/react";
import type { ComponentProps, ComponentPropsWithoutRef } from "react";
import { useIsLinkRefused } from "~/lib/site";

const shape = "font-semibold underline decoration-auto hover:decoration-2";

export const textLinkStyle = `${shape} text-accent hover:text-accent-hover`;

export const textLinkOnDeepStyle = `${shape} text-on-deep`;

/** Renders nothing for what is refused to an admin who is signed in to a member's account. */
export const TextLink = ({ className = "", ...props }: ComponentPropsWithoutRef<typeof Link>) =>
  useIsLinkRefused(props.to) ? null : <Link {...props} className={`${textLinkStyle} ${className}`} />;

/** Covers its nearest positioned ancestor, which shows the focus in its place. */
export const CoverLink = ({ className = "", ...props }: ComponentProps<typeof Link>) => (
  <Link className={`cover-link ${className}`} {...props} />
);
