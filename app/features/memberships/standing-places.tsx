import { getFormProps, useForm } from "@conform-to/react";
import type { StandingPlaces } from "@server/selling/standing/schemas";
import { HealthFields } from "~/features/buying/health-fields";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { Card, FormActions, FormCard } from "~/ui/card";
import { SelectField } from "~/ui/fields";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

const failure = { title: "Error", text: "That did not go through. Please try again." };

type Props = { standing: StandingPlaces; path: string; refused: RefusedForm | undefined; isOffice?: boolean };

/** Shows the standing places of a membership with their dates, and the form that takes another one. */
export function StandingPlaceCards({ standing, path, refused, isOffice = false }: Props) {
  const { places, choices } = standing;
  return (
    <div className="grid max-w-208 gap-6">
      {places.length + choices.length === 0 && (
        <p>There is no series to come in which this membership covers a place.</p>
      )}
      {places.map((place) => (
        <StandingPlaceCard key={place.id} place={place} path={path} isOffice={isOffice} />
      ))}
      {choices.length > 0 && <TakeForm standing={standing} path={path} refused={refused} />}
    </div>
  );
}

type CardProps = Pick<Props, "path"> & { place: StandingPlaces["places"][number]; isOffice: boolean };

function StandingPlaceCard({ place: { id, name, dates }, path, isOffice }: CardProps) {
  const isBusy = useIsPosting(path);
  return (
    <Card title={name}>
      {dates.length === 0 ? (
        <p>No date is booked at the moment. New dates are booked when they are on the schedule.</p>
      ) : (
        <ul className="grid gap-3">
          {dates.map(({ bookingId, text, isReleasable }) => (
            <li key={bookingId} className="flex flex-wrap items-center justify-between gap-3">
              <span>{text}</span>
              {!isOffice && isReleasable && (
                <PostForm action={path} isBusy={isBusy} failure={failure}>
                  <input type="hidden" name="id" value={bookingId} />
                  <SubmitButton isBusy={isBusy} kind="quiet" size="small" name="intent" value="release">
                    Release<span className="sr-only"> {text}</span>
                  </SubmitButton>
                </PostForm>
              )}
            </li>
          ))}
        </ul>
      )}
      <PostForm action={path} isBusy={isBusy} failure={failure}>
        <input type="hidden" name="id" value={id} />
        <SubmitButton isBusy={isBusy} kind="quiet" size="small" name="intent" value="give-up">
          Give up this standing place<span className="sr-only">: {name}</span>
        </SubmitButton>
        <p className="mt-2 text-ink-soft">Dates that are booked stay booked.</p>
      </PostForm>
    </Card>
  );
}

function TakeForm({ standing: { choices, health }, path, refused }: Omit<Props, "isOffice">) {
  const isBusy = useIsPosting(path);
  const [form, fields] = useForm<{ seriesId?: string; healthVersion?: string }>({
    id: "standing-place",
    lastResult: refused?.reply,
    defaultValue: { seriesId: choices[0]?.value },
  });
  return (
    <FormCard
      {...getFormProps(form)}
      action={path}
      isBusy={isBusy}
      failure={failure}
      aria-label="Take a standing place"
    >
      <h2 className="text-heading">Take a standing place</h2>
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <SelectField label="Series" field={fields.seriesId} options={choices} />
      {health && (
        <HealthFields statement={health} confirmation={fields.healthVersion} hint="This holds for every date." />
      )}
      <FormActions>
        <SubmitButton isBusy={isBusy} name="intent" value="take">
          Take this place
        </SubmitButton>
      </FormActions>
    </FormCard>
  );
}

/** Says how many dates were booked with a standing place. */
export const sayTaken = (taken: number): string =>
  taken === 0
    ? "No date is free or covered yet. New dates are booked when they are on the schedule."
    : `${taken === 1 ? "1 date is" : `${taken} dates are`} booked. New dates follow when they are on the schedule.`;
