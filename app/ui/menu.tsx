import type { ReactNode } from "react";
import { iconButtonStyle } from "~/ui/button";
import { Icon } from "~/ui/icon";

export const menuItemStyle = [
  "flex min-h-(--size-touch) w-full items-center justify-between rounded-field px-3.5 no-underline",
  "hover:bg-sage-soft focus-visible:-outline-offset-2",
].join(" ");

export function Menu({ className, children }: { className: string; children: ReactNode }) {
  return (
    <ul className={`w-56 rounded-dialog border border-line bg-surface p-1.5 shadow-lift ${className}`}>{children}</ul>
  );
}

/** The button of a disclosure with the class `group`; shows a cross while it is open. */
export function MenuButton({ className }: { className: string }) {
  return (
    <summary className={`${iconButtonStyle} ${className}`} aria-label="Menu">
      <Icon name="menu" className="group-open:hidden" />
      <Icon name="close" className="group-not-open:hidden" />
    </summary>
  );
}
