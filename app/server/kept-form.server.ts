import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { forgetCookie, readCookie } from "@server/core/cookies";
import { markAccount } from "@server/core/kept-forms";
import { apiFor, attempt } from "./api.server";
import { parseForm } from "./form.server";
import type { KeptForm } from "~/lib/forms/form-answer";

/** Returns the mark by which a kept form is returned to this account only; null for visitors. */
export function accountMarkFor({ auth, services }: LoaderFunctionArgs["context"]): string | null {
  if (!auth.user || auth.session.current?.impersonator || services.settings.cookieSecrets.length === 0) return null;
  return markAccount(services.settings, auth.user.id);
}

export async function takeKeptForm(args: LoaderFunctionArgs): Promise<{ kept: KeptForm | null; headers: HeadersInit }> {
  const { settings } = args.context.services;
  const id = readCookie(settings, args.request.headers.get("Cookie"), "kept_form");
  const { pathname, search } = new URL(args.request.url);
  const address = pathname + search;
  if (!id || !z.uuid().safeParse(id).success || !args.context.auth.user) return { kept: null, headers: {} };
  const taken = await attempt(apiFor(args).keptForms.get({ id, address }));
  if (!taken.ok || !taken.value) return { kept: null, headers: {} };
  const reply = parseForm(taken.value, z.looseObject({})).reply({ formErrors: ["Not saved yet."] });
  return {
    kept: { pathname, reply },
    headers: { "Set-Cookie": forgetCookie(settings, "kept_form") },
  };
}
