import { Link } from "@remix-run/react";
import type { ComponentPropsWithoutRef } from "react";
import { useIsLinkRefused } from "~/lib/site";

const shape =
  "inline-flex max-w-full shrink-0 items-center justify-center gap-2.5 rounded-round border py-2 text-center leading-[1.2] font-semibold " +
  "no-underline transition-[background-color,border-color] duration-(--duration-quick) ease-out";

const disabled =
  "disabled:cursor-not-allowed disabled:border-transparent disabled:bg-sunken disabled:text-ink-quiet " +
  "aria-disabled:cursor-not-allowed aria-disabled:border-transparent aria-disabled:bg-sunken " +
  "aria-disabled:text-ink-quiet";

const busy = "cursor-progress border-transparent bg-action text-action-ink";

const kinds = {
  solid: "border-transparent bg-action text-action-ink hover:bg-action-hover",
  quiet: "border-line-control bg-transparent text-ink hover:border-ink-soft hover:bg-sunken",
  danger: "border-current bg-transparent text-red-ink hover:bg-red",
  /** For the deep ground, which is dark in both themes. */
  paper: "border-transparent bg-on-deep text-paper-ink hover:bg-paper-hover",
};

const sizes = {
  small: "min-h-11 px-4.5 text-small",
  normal: "min-h-12 px-6.5 text-body",
  large: "min-h-16 min-w-34 px-6.5 text-body",
};

export type ButtonStyle = {
  kind?: keyof typeof kinds;
  size?: keyof typeof sizes;
  isWide?: boolean;
  isBusy?: boolean;
};

export function buttonStyle({ kind = "solid", size = "normal", isWide = false, isBusy = false }: ButtonStyle = {}) {
  const look = isBusy ? busy : `${kinds[kind]} ${disabled}`;
  return `${shape} ${sizes[size]} ${look} ${isWide ? "w-full" : ""}`;
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

const iconButtonShape =
  "inline-grid size-11 flex-none place-items-center rounded-[50%] no-underline focus-visible:-outline-offset-2";

export const iconButtonStyle = `${iconButtonShape} hover:bg-sunken`;

export const iconButtonOnDeepStyle = `${iconButtonShape} hover:bg-deep-hover`;
