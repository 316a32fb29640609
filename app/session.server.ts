import { createCookie, type AppLoadContext } from "@remix-run/node";
import { readVisitor } from "@server/trpc/visitor";

type Asking = { request: Request; context: AppLoadContext };

/** The zone in which this visitor sees the times of online sessions. */
export function timeZoneOf({ request, context }: Asking): string {
  return readVisitor(request.headers.get("Cookie"), context.services.settings).timeZone;
}

/** What was typed into the booking form, kept over the trip to the payment page and back. */
export type BookingDraft = { sessionId: string; firstName: string; lastName: string; email: string };

const draftSeconds = 60 * 60;

/** The draft for this session, if there is one. */
export async function readBookingDraft({ request, context }: Asking, sessionId: string): Promise<BookingDraft | null> {
  const draft: unknown = await draftCookie(context).parse(request.headers.get("Cookie"));
  return isDraft(draft) && draft.sessionId === sessionId ? draft : null;
}

/** A Set-Cookie header that keeps the draft. */
export const keepBookingDraft = (context: AppLoadContext, draft: BookingDraft): Promise<string> =>
  draftCookie(context).serialize(draft);

/** A Set-Cookie header that forgets it. */
export const forgetBookingDraft = (context: AppLoadContext): Promise<string> =>
  draftCookie(context).serialize("", { maxAge: 0 });

function draftCookie({ services: { settings } }: AppLoadContext) {
  return createCookie("booking_draft", {
    path: "/sessions",
    maxAge: draftSeconds,
    httpOnly: true,
    sameSite: "lax",
    secure: settings.siteUrl.startsWith("https:"),
    secrets: settings.cookieSecret ? [settings.cookieSecret] : [],
  });
}

function isDraft(value: unknown): value is BookingDraft {
  return typeof value === "object" && value !== null && "sessionId" in value && "email" in value;
}
