import { type SubmissionResult, useForm } from "@conform-to/react";
import type { CourseForm } from "@server/selling/courses/course-form";
import { BuyingForm, type BuyingValues, CodeFields, payLabel } from "~/features/buying/buying-form";
import { BuyerFields } from "~/features/buying/contact-fields";
import { HealthFields } from "~/features/buying/health-fields";
import { PriceFields, suggestedIn } from "~/features/buying/price-fields";
import { PriceTotal } from "~/features/buying/price-lines";
import { Agreement } from "~/features/pages/agreement";
import { withReturn } from "~/lib/sign-in-address";
import { ButtonLink } from "~/ui/button";
import { FormActions } from "~/ui/card";
import { SubmitButton } from "~/ui/post-form";

type CourseBookingFormProps = {
  course: CourseForm;
  /** The page of the course. */
  path: string;
  action: string;
  lastReply: SubmissionResult<string[]> | undefined;
  isBusy: boolean;
};

const failed = { title: "Error", text: "Failed to book the course. Please try again." };

export function CourseBookingForm({ course, path, action, lastReply, isBusy }: CourseBookingFormProps) {
  const { contact, offered, health, prices } = course;
  const [form, fields] = useForm<BuyingValues>({
    id: "course",
    lastResult: lastReply,
    defaultValue: { ...(contact ? {} : offered), amount: suggestedIn(prices) },
  });
  const buyer = contact && { name: `${contact.firstName} ${contact.lastName}`, email: contact.email };
  const post = { action, isBusy, act: "Book", failure: failed };
  return (
    <BuyingForm className="grid gap-6" form={form} sold={course} {...post}>
      <BuyerFields buyer={buyer} fields={fields} signInTo={withReturn("/sign-in", action)} hint={mailHint} />
      {health && <HealthFields statement={health} confirmation={fields.healthVersion} note={fields.healthNote} />}
      {prices && <PriceFields choice={prices} rate={fields.rate1} amount={fields.amount} tickets={1} />}
      <CodeFields sold={course} fields={fields} />
      <PriceTotal what="Course" {...course} />
      <Agreement act="By booking" />
      <FormActions>
        <ButtonLink kind="quiet" to={path}>
          Cancel
        </ButtonLink>
        <SubmitButton isBusy={isBusy}>{course.isFree ? "Book" : payLabel("Book", course)}</SubmitButton>
      </FormActions>
    </BuyingForm>
  );
}

const mailHint = "Your confirmation and the link that opens your course go here.";
