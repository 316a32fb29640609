import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon";

const looks = {
  success: { icon: "check", colors: "bg-sage-soft text-ink", iconColor: "text-sage-ink" },
  information: { icon: "information", colors: "bg-sage-soft text-ink", iconColor: "text-sage-ink" },
  warning: { icon: "information", colors: "bg-yellow text-yellow-ink", iconColor: "" },
  error: { icon: "error", colors: "bg-red text-red-ink", iconColor: "" },
} as const satisfies Record<string, { icon: IconName; colors: string; iconColor: string }>;

const frame = "flex w-full gap-3 rounded-paper px-4.5 py-3.5";

/** The frame of a warning that is more than a paragraph, with an icon before its content. */
export const warningFrame = `${frame} ${looks.warning.colors}`;

type NoticeProps = {
  kind: keyof typeof looks;
  /** It is false for a message that is on the page from the start. */
  isAnnounced?: boolean;
  children: ReactNode;
};

/** Shows a short message in the page; screen readers announce an error at once. */
export function Notice({ kind, isAnnounced = true, children }: NoticeProps) {
  const { icon, colors, iconColor } = looks[kind];
  const role = kind === "error" ? "alert" : "status";
  return (
    <p className={`${frame} items-start ${colors}`} role={isAnnounced ? role : undefined}>
      <Icon name={icon} className={`mt-0.75 ${iconColor}`} />
      <span>{children}</span>
    </p>
  );
}
