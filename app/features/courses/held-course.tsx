import type { HeldCourse } from "@server/selling/courses/my-courses";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { FormCard } from "~/ui/card";
import { selectStyle } from "~/ui/field-frame";
import { TextLink } from "~/ui/link";
import { SubmitButton } from "~/ui/post-form";

export const HeldDates = ({ dates }: { dates: HeldCourse["dates"] }) => (
  <ul className="border-t border-line" aria-label="Dates">
    {dates.map(({ id, title, when, note, path }) => (
      <li key={id} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-b border-line py-3.5">
        <span className="font-semibold">{when}</span>
        <TextLink to={path}>
          {title}
          <span className="sr-only">, {when}</span>
        </TextLink>
        {note && <span className="text-ink-soft">{note}</span>}
      </li>
    ))}
  </ul>
);

type MakeUpFormProps = { action: string; makingUp: NonNullable<HeldCourse["makingUp"]> };

/** Offers dates of similar courses for one that was given up or missed. */
export function MakeUpForm({ action, makingUp: { missed, offered } }: MakeUpFormProps) {
  const isBusy = useIsPosting(action);
  if (offered.length === 0) return <p>A date can be made up, but no similar course has a free place right now.</p>;
  return (
    <FormCard action={action} isBusy={isBusy}>
      <h2 className="text-subtitle">Make up a date</h2>
      <label className="grid gap-1.5">
        <span className="font-semibold">Instead of</span>
        <select className={selectStyle} name="missed">
          {missed.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-1.5">
        <span className="font-semibold">Book</span>
        <select className={selectStyle} name="to">
          {offered.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <p>
        <SubmitButton isBusy={isBusy}>Book this date</SubmitButton>
      </p>
    </FormCard>
  );
}
