import type { ReactNode } from "react";
import { iconButtonStyle } from "~/ui/button";
import { Icon } from "~/ui/icon";

export function Menu({ className, children }: { className: string; children: ReactNode }) {
  return <ul className={`menu ${className}`}>{children}</ul>;
}

/** Renders the button of a disclosure with the class `group`; shows a cross while it is open. */
export function MenuButton({ className }: { className: string }) {
  return (
    <summary className={`${iconButtonStyle} ${className}`} aria-label="Menu">
      <Icon name="menu" className="group-open:hidden" />
      <Icon name="close" className="group-not-open:hidden" />
    </summary>
  );
}
