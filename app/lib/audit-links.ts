type Subject = { kind: string; subjectId: string; sessionId: string | null; email: string | null };

/** Where to look at what an entry is about; null where there is no such page. */
export function auditLink(subject: Subject, hasPage: (path: string) => boolean): string | null {
  const [page, address] = addressOf(subject);
  return hasPage(page) ? address : null;
}

function addressOf({ kind, subjectId, sessionId, email }: Subject): [page: string, address: string] {
  const orders = `/admin/orders?${new URLSearchParams({ search: email ?? "" }).toString()}`;
  const session = `/admin/sessions/${sessionId ?? subjectId}`;
  const addresses: Record<string, [string, string]> = {
    user: ["/admin/users", `/admin/users/${subjectId}`],
    session: ["/admin/sessions", session],
    booking: ["/admin/sessions", `${session}?tab=attendees`],
    waitlist_entry: ["/admin/sessions", `${session}?tab=waitlist`],
    purchase: ["/admin/orders", orders],
    payment: ["/admin/orders", orders],
    resource: ["/admin/resources", "/admin/resources"],
    category: ["/admin/categories", "/admin/categories"],
    code: ["/admin/discount-codes", "/admin/discount-codes"],
    settings: ["/admin/settings", "/admin/settings"],
    email: ["/admin/mails", `/admin/mails/${subjectId}`],
    job: ["/admin/jobs", "/admin/jobs"],
  };
  return addresses[kind] ?? ["", ""];
}
