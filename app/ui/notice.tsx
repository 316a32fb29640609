import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon";

const looks = {
  information: { icon: "information", className: "" },
  warning: { icon: "information", className: "notice--yellow" },
  error: { icon: "error", className: "notice--red" },
} as const satisfies Record<string, { icon: IconName; className: string }>;

type NoticeProps = { kind: keyof typeof looks; className?: string; children: ReactNode };

/** A short message in the page; screen readers announce an error at once. */
export function Notice({ kind, className = "", children }: NoticeProps) {
  const { icon, className: colours } = looks[kind];
  return (
    <p className={`notice ${colours} ${className}`} role={kind === "error" ? "alert" : "status"}>
      <Icon name={icon} />
      <span>{children}</span>
    </p>
  );
}
