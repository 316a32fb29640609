import { redirect, type TypedResponse } from "@remix-run/node";
import { forgetCookie, readSignedCookie, setSignedCookie } from "@server/core/cookies";
import { z } from "zod";
import type { Toast } from "~/lib/toast";
import type { RequestContext } from "./api.server";

const flashSeconds = 60;

const flashCookie = z.object({
  kind: z.enum(["success", "error", "information"]),
  title: z.string(),
  text: z.string().exactOptional(),
});

export function redirectWithToast(
  { context: { services } }: Pick<RequestContext, "context">,
  to: string,
  toast: Toast,
  cookies: string[] = [],
): TypedResponse<never> {
  const flash = setSignedCookie(services.settings, "flash", toast, flashSeconds);
  const headers = new Headers();
  for (const cookie of [flash, ...cookies]) headers.append("Set-Cookie", cookie);
  return redirect(inHeader(to), { status: 303, headers });
}

export function takeFlash({ request, context }: RequestContext): { flash: Toast | null; headers: HeadersInit } {
  const { settings } = context.services;
  const cookie = readSignedCookie(settings, request.headers.get("Cookie"), "flash");
  const flash = flashCookie.safeParse(cookie);
  if (!flash.success) return { flash: null, headers: {} };
  return { flash: flash.data, headers: { "Set-Cookie": forgetCookie(settings, "flash") } };
}

/** Encodes characters that a header can't hold: decoded parameters may contain any text. */
const inHeader = (path: string) => path.replace(/[^\x21-\x7e]+/g, (odd) => encodeURIComponent(odd));
