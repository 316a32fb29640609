/** What was done, after a name and before what it was done to. */
const phrases: Record<string, string> = {
  "booking.added": "added the booking of",
  "booking.marked_paid": "marked as paid the booking of",
  "booking.noted": "changed the note on",
  "booking.status_changed": "changed the status of the booking of",
  "collection.price_changed": "changed the price of",
  "email.resent": "sent again the mail",
  "email.retried": "tried again to send the mail",
  "job.retried": "had a job run again:",
  "payment.refunded": "refunded the payment of",
  "payment.returned_by_hand": "gave back by hand the payment of",
  "purchase.granted": "gave access to",
  "purchase.status_changed": "changed the status of the purchase of",
  "session.duplicated": "duplicated the session",
  "settings.changed": "changed the settings:",
  "user.email_change_asked": "asked for another address for",
  "user.email_changed": "saw confirmed the new address of",
  "user.impersonated": "looked into the account of",
  "user.password_set": "set a password for",
  "user.reset_sent": "sent a reset link to",
  "user.updated": "changed the details of",
  "waitlist_entry.moved": "moved on the waitlist",
  "waitlist_entry.offered": "offered a place to",
};

/** "cancelled the booking of", for what has no words of its own: the verb in the past, and the subject's kind. */
export function phraseOf(action: string): string {
  const [kind = "", verb = ""] = action.split(".");
  const noun = kind.replaceAll("_", " ");
  const isOfSomebody = ["booking", "payment", "purchase", "waitlist_entry"].includes(kind);
  return phrases[action] ?? `${verb.replaceAll("_", " ")} the ${noun}${isOfSomebody ? " of" : ""}`;
}

/** What changed, in a line: "cancel window hours" or "amount: 12.00"; null where there is nothing to add. */
export function detailsInWords(details: Record<string, unknown> | null): string | null {
  const { from, to, ...others } = details ?? {};
  const change = changeInWords({ from, to });
  const rest = change ? others : (details ?? {});
  const parts = Object.entries(rest).flatMap(([key, value]) => {
    if (key === "changed" && Array.isArray(value)) return value.map((name) => words(String(name))).join(", ");
    const text = inWords(value);
    return text === null ? [] : `${words(key)}: ${text}`;
  });
  return [...(change ? [change] : []), ...parts].join("; ") || null;
}

/** "from pending to paid" */
function changeInWords({ from, to }: { from?: unknown; to?: unknown }): string | null {
  const [before, after] = [inWords(from), inWords(to)];
  return before && after ? `from ${before} to ${after}` : null;
}

function inWords(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(inWords).filter(Boolean).join(", ") || null;
  if (typeof value === "object") {
    const change = changeInWords(value);
    if (change) return change;
    const parts = Object.entries(value).flatMap(([key, inner]) => {
      const text = inWords(inner);
      return text === null ? [] : `${words(key)} ${text}`;
    });
    return parts.join(", ") || null;
  }
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

/** "cancelWindowHours" as it is said. */
const words = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase()
    .replace(/^is /, "");
