import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { testimonialsPath } from "~/features/admin/admin-paths";
import { TestimonialTable } from "~/features/admin/testimonials/testimonial-table";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Testimonials");

export const loader = (args: LoaderFunctionArgs) => {
  const api = adminApi(args);
  return load(api.testimonials.admin.list());
};

const lede =
  "What people say about your sessions, shown on the home page and the pages of sessions once you have recorded that they agreed.";

export default function TestimonialsPage() {
  const testimonials = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Testimonials" lede={lede}>
        <ButtonLink to={`${testimonialsPath}/new`}>Add Testimonial</ButtonLink>
      </PageHead>
      {testimonials.length > 0 ? (
        <TestimonialTable testimonials={testimonials} />
      ) : (
        <EmptyState>No testimonials yet.</EmptyState>
      )}
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
