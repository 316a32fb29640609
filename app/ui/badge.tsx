import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon";

const tones = {
  grey: "bg-grey text-grey-ink",
  green: "bg-green text-green-ink",
  yellow: "bg-yellow text-yellow-ink",
  red: "bg-red text-red-ink",
  blue: "bg-blue text-blue-ink",
};

/** The look in a compact row of a table, where a long status wraps. */
const wraps = {
  inRows: "xs:whitespace-nowrap @max-[56rem]:in-[td]:text-left @max-[56rem]:in-[td]:whitespace-normal",
  always: "text-left whitespace-normal",
  never: "xs:whitespace-nowrap",
};

const shape =
  "inline-flex min-h-6.5 items-center gap-1.75 rounded-round py-0.5 pr-2.75 pl-2.5 font-sans text-[0.875rem] leading-[1.2] font-semibold";
const dot = "before:size-1.75 before:shrink-0 before:rounded-[50%] before:bg-current";

export type BadgeTone = keyof typeof tones;

type BadgeProps = { tone?: BadgeTone | undefined; wrap?: keyof typeof wraps; className?: string; children: ReactNode };

export function Badge({ tone = "grey", wrap = "inRows", className = "", children }: BadgeProps) {
  return <span className={`${shape} ${dot} ${wraps[wrap]} ${tones[tone]} ${className}`}>{children}</span>;
}

/** The same in both themes, like the pictures. */
const pictureTones = {
  green: "bg-paper text-paper-green",
  yellow: "bg-paper text-paper-yellow",
  blue: "bg-paper text-paper-blue",
  deep: "bg-picture-deep text-on-deep",
};

type PictureBadgeProps = { tone: keyof typeof pictureTones; icon?: IconName | undefined; children: ReactNode };

/** Stands in the upper left corner of a picture; has a dot if it has no icon. */
export function PictureBadge({ tone, icon, children }: PictureBadgeProps) {
  return (
    <span className={`${shape} ${icon ? "" : dot} absolute top-3 left-3 whitespace-nowrap ${pictureTones[tone]}`}>
      {icon && <Icon name={icon} className="size-3.75" />}
      {children}
    </span>
  );
}

type StatusBadgeProps = {
  status: string;
  label?: string;
  /** The colour of a status without one of its own: red for attendees, grey elsewhere. */
  otherwise?: "grey" | "red";
};

const statusTones: Record<string, BadgeTone> = {
  paid: "green",
  completed: "green",
  pending: "yellow",
  cancelled: "red",
  failed: "red",
  disputed: "yellow",
  dispute_lost: "red",
  free: "blue",
};

export function StatusBadge({ status, label, otherwise = "grey" }: StatusBadgeProps) {
  return <Badge tone={statusTones[status] ?? otherwise}>{label ?? statusLabel(status)}</Badge>;
}

export function statusLabel(status: string): string {
  if (status === "pending") return "Pending Payment";
  return status ? status.charAt(0).toUpperCase() + status.slice(1).replaceAll("_", " ") : "Unknown";
}

const mailLooks = {
  delivered: { tone: "green", label: "Delivered" },
  undeliverable: { tone: "red", label: "Not deliverable" },
  bounced: { tone: "red", label: "Bounced" },
  complained: { tone: "red", label: "Reported as spam" },
  unconfirmed: { tone: "red", label: "Unconfirmed" },
  unsubscribed: { tone: "yellow", label: "Unsubscribed" },
  sent: { tone: "green", label: "Sent" },
  waiting: { tone: "yellow", label: "Waiting" },
  failed: { tone: "red", label: "Failed" },
} as const;

export const MailBadge = ({ status }: { status: keyof typeof mailLooks }) => (
  <Badge tone={mailLooks[status].tone}>{mailLooks[status].label}</Badge>
);

export const mailLabel = (status: keyof typeof mailLooks | "unarrived"): string =>
  status === "unarrived" ? "Did not arrive" : mailLooks[status].label;
