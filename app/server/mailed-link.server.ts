import { data } from "@remix-run/node";
import { errorToast, type Toast } from "~/lib/toast";

export const tokenOf = (request: Request): string => new URL(request.url).searchParams.get("token") ?? "";

/** Returns a used or expired link's state with status 410. */
export const linkState = (isValid: boolean) =>
  data({ isValid, toast: null as Toast | null }, { status: isValid ? 200 : 410 });

type Refused = { status: number; code: string; message: string; retryAfterSeconds?: number | undefined };

export function refuseLink({ status, code, message, retryAfterSeconds }: Refused) {
  if (code === "link_expired") return linkState(false);
  const headers: HeadersInit = retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) };
  return data({ isValid: true, toast: errorToast("Error", message) }, { status, headers });
}
