import { Badge, type BadgeTone } from "./badge";

type StatusBadgeProps = {
  status: string;
  label?: string;
  /** The colour of a status without one of its own: red for attendees, grey elsewhere. */
  otherwise?: "grey" | "red";
};

const tones: Record<string, BadgeTone> = {
  paid: "green",
  completed: "green",
  pending: "yellow",
  cancelled: "red",
  failed: "red",
  free: "blue",
};

export function StatusBadge({ status, label, otherwise = "grey" }: StatusBadgeProps) {
  return <Badge tone={tones[status] ?? otherwise}>{label ?? statusLabel(status)}</Badge>;
}

export function statusLabel(status: string): string {
  if (status === "pending") return "Pending Payment";
  return status ? status.charAt(0).toUpperCase() + status.slice(1).replaceAll("_", " ") : "Unknown";
}

const looks = {
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

export const MailBadge = ({ status }: { status: keyof typeof looks }) => (
  <Badge tone={looks[status].tone}>{looks[status].label}</Badge>
);

export const mailLabel = (status: keyof typeof looks | "unarrived"): string =>
  status === "unarrived" ? "Did not arrive" : looks[status].label;
