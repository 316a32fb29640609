import type { ActionFunctionArgs } from "@remix-run/node";
import { errorToast, successToast, type Toast } from "~/lib/toast";
import { attemptLogged } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm } from "~/server/form.server";
import { moveForm } from "~/server/schemas.server";

/** Moves an entry of the waitlist at `page` to another place. */
export async function moveEntry(args: ActionFunctionArgs, page: string) {
  const api = adminApi(args);
  const submission = await readForm(args.request, moveForm);
  if (submission.status !== "success") {
    const [message] = submission.error?.place ?? [];
    if (!message) throw new Response("Not Found", { status: 404 });
    return redirectWithToast(args, page, errorToast("Error", message));
  }
  const moved = await attemptLogged(args, api.waitlist.line.move(submission.value));
  const toast: Toast = moved.ok ? successToast("Waitlist reordered") : errorToast("Error", moved.message);
  return redirectWithToast(args, page, toast);
}
