import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { testimonialsPath } from "~/features/admin/admin-paths";
import { noTestimonial, TestimonialForm } from "~/features/admin/testimonials/testimonial-form";
import { typedIn, useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse } from "~/server/form.server";
import { newTestimonialForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Add Testimonial");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  return { formKey: randomUUID(), series: await load(api.testimonials.admin.series()) };
}

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).testimonials;
  const submission = await readForm(args.request, newTestimonialForm);
  if (submission.status !== "success") return refuse(submission, { status: 422 });
  const added = await attemptLogged(args, admin.create(submission.value));
  if (added.ok) return redirectWithToast(args, testimonialsPath, successToast("Testimonial added"));
  const errors: Record<string, string[]> = added.field ? { [added.field]: [added.message] } : {};
  return refuse(submission, { ...added, toast: errorToast("Failed to save the testimonial", added.message), errors });
}

export default function NewTestimonialPage() {
  const { formKey, series } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={testimonialsPath}>Testimonials</BackLink>
      <PageHead title="Add Testimonial" />
      <TestimonialForm
        action={`${testimonialsPath}/new`}
        values={noTestimonial}
        series={series}
        formKey={typedIn(refused, "formKey") ?? formKey}
        refused={refused}
      />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
