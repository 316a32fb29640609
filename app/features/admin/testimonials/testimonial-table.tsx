import type { ListedTestimonial, TestimonialState } from "@server/catalogue/testimonials/schemas";
import { testimonialsPath } from "~/features/admin/admin-paths";
import { Badge, type BadgeTone } from "~/ui/badge";
import { RowMenu } from "~/ui/row-actions";
import { type Column, DataTable, RowLink } from "~/ui/table";

const states: Record<TestimonialState, { label: string; tone: BadgeTone }> = {
  published: { label: "Published", tone: "green" },
  draft: { label: "Not published", tone: "grey" },
  without_consent: { label: "No consent recorded", tone: "yellow" },
  withdrawn: { label: "Consent withdrawn", tone: "red" },
};

export const everywhere = "Everywhere";

type TestimonialTableProps = { testimonials: ListedTestimonial[] };

export const TestimonialTable = ({ testimonials }: TestimonialTableProps) => (
  <DataTable
    caption="Testimonials, in the order in which they are shown"
    columns={columns}
    rows={testimonials}
    keyOf={({ id }) => id}
  />
);

const columns: Column<ListedTestimonial>[] = [
  {
    label: "Testimonial",
    place: "title",
    cell: ({ id, name, quote }) => (
      <>
        <RowLink to={`${testimonialsPath}/${id}`}>{name}</RowLink>
        <small className="line-clamp-2">{quote}</small>
      </>
    ),
  },
  { label: "About", place: "lastDetail", cell: ({ series }) => series ?? everywhere },
  { label: "Order", place: "roomy", cell: ({ orderIndex }) => orderIndex },
  {
    label: "Status",
    place: "badge",
    cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge>,
  },
  {
    label: "Actions",
    place: "menu",
    cell: ({ id, name, state }) => {
      const path = `${testimonialsPath}/${id}`;
      return (
        <RowMenu
          name={`Change what ${name} said`}
          items={[
            { label: state === "withdrawn" ? "View" : "Edit", to: path, name: `Open what ${name} said` },
            ...(state === "withdrawn"
              ? []
              : [{ label: "Consent withdrawn", to: `${path}/withdraw`, name: `Hide what ${name} said for good` }]),
            { label: "Delete", to: `${path}/delete`, name: `Delete what ${name} said`, isDangerous: true },
          ]}
        />
      );
    },
  },
];
