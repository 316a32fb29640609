import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { testimonialsPath } from "~/features/admin/admin-paths";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Remove testimonial", "Testimonial not found");

const steps = {
  withdraw: {
    title: (name: string) => `Has ${name} withdrawn their consent?`,
    text: "What they said disappears from the site at once and is never shown again. The record of their consent, and of its end, is kept.",
    confirmLabel: "Consent withdrawn",
    done: "Testimonial hidden",
    failed: "Failed to hide the testimonial",
  },
  delete: {
    title: (name: string) => `Delete what ${name} said?`,
    text: "The testimonial and the record of their consent are deleted. If they have withdrawn their consent, you can record that instead and keep the proof.",
    confirmLabel: "Delete testimonial",
    done: "Testimonial deleted",
    failed: "Failed to delete the testimonial",
  },
};

type Step = keyof typeof steps;

function stepOf({ params }: Pick<LoaderFunctionArgs, "params">): Step {
  const { step } = params;
  if (step === "withdraw" || step === "delete") return step;
  throw new Response("Page not found", { status: 404 });
}

export async function loader(args: LoaderFunctionArgs) {
  const { admin } = adminApi(args).testimonials;
  const step = stepOf(args);
  const { id, values } = await load(admin.getForm({ id: idOf(args) }));
  return { id, step, name: values.name };
}

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).testimonials;
  const step = stepOf(args);
  const id = idOf(args);
  const result = await attemptLogged(args, step === "delete" ? admin.delete({ id }) : admin.withdraw({ id }));
  const { done, failed } = steps[step];
  const toast = result.ok ? successToast(done) : errorToast(failed, result.message);
  return redirectWithToast(args, testimonialsPath, toast);
}

export default function RemoveTestimonialPage() {
  const { id, step, name } = useLoaderData<typeof loader>();
  const { title, text, confirmLabel, failed } = steps[step];
  const path = `${testimonialsPath}/${id}`;
  return (
    <ConfirmPage
      title={title(name)}
      cancelLabel="Keep testimonial"
      back={path}
      backLabel={name}
      action={`${path}/${step}`}
      failure={{ title: failed }}
      confirmLabel={confirmLabel}
      isDangerous
    >
      <p>{text}</p>
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
