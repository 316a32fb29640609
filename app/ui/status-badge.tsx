type StatusBadgeProps = {
  status: string;
  /** Overrides the status's own label. */
  label?: string;
  /** The colour of a status without one of its own: red for attendees, grey elsewhere. */
  otherwise?: "grey" | "red";
};

const tones: Record<string, string> = {
  paid: "badge--green",
  completed: "badge--green",
  pending: "badge--yellow",
  cancelled: "badge--red",
  failed: "badge--red",
  free: "badge--blue",
};

export function StatusBadge({ status, label, otherwise = "grey" }: StatusBadgeProps) {
  return <span className={`badge ${tones[status] ?? `badge--${otherwise}`}`}>{label ?? statusLabel(status)}</span>;
}

/** "Paid", "Pending Payment"; "Unknown" without a status. */
export function statusLabel(status: string): string {
  if (status === "pending") return "Pending Payment";
  return status ? status.charAt(0).toUpperCase() + status.slice(1).replaceAll("_", " ") : "Unknown";
}

const looks = {
  delivered: { tone: "badge--green", label: "Delivered" },
  undeliverable: { tone: "badge--red", label: "Not deliverable" },
  bounced: { tone: "badge--red", label: "Bounced" },
  complained: { tone: "badge--red", label: "Reported as spam" },
  unconfirmed: { tone: "badge--red", label: "Unconfirmed" },
  unsubscribed: { tone: "badge--yellow", label: "Unsubscribed" },
  sent: { tone: "badge--green", label: "Sent" },
  waiting: { tone: "badge--yellow", label: "Waiting" },
  failed: { tone: "badge--red", label: "Failed" },
} as const;

export const MailBadge = ({ status }: { status: keyof typeof looks }) => (
  <span className={`badge ${looks[status].tone}`}>{looks[status].label}</span>
);

export const mailLabel = (status: keyof typeof looks | "unarrived"): string =>
  status === "unarrived" ? "Did not arrive" : looks[status].label;
