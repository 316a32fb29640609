import { data } from "@remix-run/node";
import { errorToast, type Toast } from "~/lib/toast";

/** What a mailed link proves. */
export const tokenOf = (request: Request): string => new URL(request.url).searchParams.get("token") ?? "";

/** Whether a link still does something; one that is over is gone. */
export const linkState = (isValid: boolean) =>
  data({ isValid, toast: null as Toast | null }, { status: isValid ? 200 : 410 });

type Refused = { status: number; code: string; message: string; retryAfterSeconds?: number | undefined };

/** A link's button did not do what it says. */
export function refuseLink({ status, code, message, retryAfterSeconds }: Refused) {
  if (code === "link_expired") return linkState(false);
  const headers: HeadersInit = retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) };
  return data({ isValid: true, toast: errorToast("Error", message) }, { status, headers });
}
