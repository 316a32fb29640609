import type { ReactNode } from "react";

export const menuItemStyle = [
  "flex min-h-(--size-touch) w-full items-center justify-between rounded-field px-3.5 no-underline",
  "hover:bg-sage-soft focus-visible:-outline-offset-2",
].join(" ");

export function Menu({ className, children }: { className: string; children: ReactNode }) {
  return (
    <ul className={`w-56 rounded-dialog border border-line bg-surface p-1.5 shadow-lift ${className}`}>{children}</ul>
  );
}
