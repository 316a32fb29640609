import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { SeriesChoice, TestimonialValues } from "@server/catalogue/testimonials/schemas";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { testimonialsPath } from "~/features/admin/admin-paths";
import { conflictKey } from "~/features/admin/form-version";
import { TestimonialForm, testimonialLabels } from "~/features/admin/testimonials/testimonial-form";
import { conflictOf } from "~/lib/forms/conflict";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse } from "~/server/form.server";
import { editedTestimonialForm } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { Notice } from "~/ui/notice";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Edit Testimonial", "Testimonial not found");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  return load(api.testimonials.admin.getForm({ id: idOf(args) }));
}

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).testimonials;
  const id = idOf(args);
  const submission = await readForm(args.request, editedTestimonialForm);
  if (submission.status !== "success") return refuse(submission, { status: 422 });
  const saved = await attemptLogged(args, admin.edit({ ...submission.value, id }));
  if (saved.ok) return redirectWithToast(args, testimonialsPath, successToast("Testimonial saved"));
  if (saved.code === "changed_meanwhile") {
    const now = await load(admin.getForm({ id }));
    const conflict = conflictOf(testimonialLabels(now.series), now, submission.payload);
    return refuse(submission, { ...saved, conflict });
  }
  const errors: Record<string, string[]> = saved.field ? { [saved.field]: [saved.message] } : {};
  return refuse(submission, { ...saved, toast: errorToast("Failed to save the testimonial", saved.message), errors });
}

export default function EditTestimonialPage() {
  const testimonial = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  const { id, values, version, series, withdrawnAt } = testimonial;
  const path = `${testimonialsPath}/${id}`;
  return (
    <>
      <BackLink to={testimonialsPath}>Testimonials</BackLink>
      <PageHead title={values.name}>
        {!withdrawnAt && (
          <ButtonLink kind="quiet" to={`${path}/withdraw`}>
            Consent withdrawn
          </ButtonLink>
        )}
        <ButtonLink kind="quiet" to={`${path}/delete`}>
          Delete
        </ButtonLink>
      </PageHead>
      {withdrawnAt ? (
        <WithdrawnTestimonial {...testimonial} withdrawnAt={withdrawnAt} />
      ) : (
        <TestimonialForm
          key={`${version}${conflictKey(refused)}`}
          action={path}
          values={values}
          series={series}
          version={version}
          refused={refused}
        />
      )}
    </>
  );
}

type WithdrawnTestimonialProps = { values: TestimonialValues; series: SeriesChoice[]; withdrawnAt: string };

/** The record that stays. */
function WithdrawnTestimonial({ values, series, withdrawnAt }: WithdrawnTestimonialProps) {
  const facts = Object.entries(testimonialLabels(series)).flatMap(([name, label]) => {
    const value = String(values[name as keyof TestimonialValues]);
    const shown = typeof label === "string" ? value : label.text(value);
    return name === "isPublished" || name === "orderIndex" || !value ? [] : { label: labelIn(label), value: shown };
  });
  return (
    <>
      <Notice kind="information" isAnnounced={false}>
        Their consent was withdrawn on {withdrawnAt}. This is no longer shown anywhere and can’t be changed. If they
        agree again, add a new testimonial.
      </Notice>
      <div className="max-w-176">
        <Facts facts={facts} />
      </div>
    </>
  );
}

const labelIn = (label: string | { label: string }): string => (typeof label === "string" ? label : label.label);

export { AdminErrorScreen as ErrorBoundary };
