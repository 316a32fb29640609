import { Link } from "@remix-run/react";
import type { ComponentPropsWithoutRef } from "react";
import { useIsLinkRefused } from "~/lib/site";

/** `paper` is for the deep ground, which is dark in both themes. */
type ButtonKind = "solid" | "quiet" | "danger" | "paper";

export type ButtonStyle = {
  kind?: ButtonKind;
  size?: "small" | "normal" | "large";
  isWide?: boolean;
  isBusy?: boolean;
};

export function buttonStyle({ kind = "solid", size = "normal", isWide = false, isBusy = false }: ButtonStyle = {}) {
  return `button button-${size} button-${isBusy ? "busy" : kind}${isWide ? " w-full" : ""}`;
}

type ButtonProps = ComponentPropsWithoutRef<"button"> & ButtonStyle;

export function Button({ kind, size, isWide, isBusy, className = "", ...props }: ButtonProps) {
  return <button {...props} className={`${buttonStyle({ kind, size, isWide, isBusy })} ${className}`} />;
}

type ButtonLinkProps = ComponentPropsWithoutRef<typeof Link> & Omit<ButtonStyle, "isBusy">;

/** Renders nothing for what is refused to an admin who is signed in to a member's account. */
export function ButtonLink({ kind, size, isWide, className = "", ...props }: ButtonLinkProps) {
  if (useIsLinkRefused(props.to)) return null;
  return <Link {...props} className={`${buttonStyle({ kind, size, isWide })} ${className}`} />;
}

export const BusyRing = () => (
  <span
    className="relative size-4.5 rounded-[50%] border-[1.5px] border-current after:absolute after:inset-[3px] after:animate-ring after:rounded-[50%] after:bg-current"
    aria-hidden="true"
  />
);

export const iconButtonStyle = "icon-button hover:bg-sunken";

export const iconButtonOnDeepStyle = "icon-button hover:bg-deep-hover";
