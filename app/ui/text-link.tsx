import { Link } from "@remix-run/react";
import type { ComponentPropsWithoutRef } from "react";

const shape = "font-semibold underline decoration-auto hover:decoration-2";

export const textLinkStyle = `${shape} text-accent hover:text-accent-hover`;

export const textLinkOnDeepStyle = `${shape} text-on-deep`;

export const TextLink = ({ className = "", ...props }: ComponentPropsWithoutRef<typeof Link>) => (
  <Link {...props} className={`${textLinkStyle} ${className}`} />
);
