import { getFormProps, useForm } from "@conform-to/react";
import type { Device } from "@server/accounts/devices";
import type { FeedAddress } from "@server/selling/bookings/show/booking-calendar";
import type { AccountOpening, MemberProfile } from "@server/office/members/profile";
import { firstWrong, type RefusedForm } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { useToast } from "~/lib/toast";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";
import { CheckField, SelectField, TextField } from "~/ui/fields";

type ProfileFormProps = { profile: ProfileData["profile"]; action: string; refused: RefusedForm | undefined };
type Values = { fullName: string; timeZone?: string; currency?: string; hasReminders?: string };

const currencies = [
  { value: "GBP", label: "£ British pound" },
  { value: "EUR", label: "€ Euro" },
  { value: "USD", label: "$ US dollar" },
];

export function ProfileForm({ profile, action, refused }: ProfileFormProps) {
  const { fullName, email, timeZone, currency, hasReminders } = profile;
  const [form, fields] = useForm<Values>({
    id: "profile",
    lastResult: refused?.reply,
    defaultValue: {
      fullName,
      timeZone: timeZone ?? "",
      currency: currency ?? "",
      hasReminders: hasReminders ? "on" : "",
    },
  });
  const isBusy = useIsPosting(action);
  useToast(refused);
  return (
    <PostForm
      {...getFormProps(form)}
      className="grid gap-4.5"
      action={action}
      isBusy={isBusy}
      failure={{ title: "Error", text: "Failed to update profile" }}
    >
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <TextField
        label="Full name"
        field={fields.fullName}
        autoComplete="name"
        required
        takesFocus={firstWrong([fields.fullName]) !== undefined}
      />
      <TextField
        label="Email"
        id="profile-email"
        type="email"
        value={email}
        readOnly
        hint="Your email can’t be changed here. Write to me to change it."
      />
      <SelectField label="Time zone" field={fields.timeZone} hint="Online sessions are shown in this time zone.">
        <option value="">Use my device’s time zone</option>
        {byRegion(profile.timeZones).map(([region, zones]) => (
          <optgroup key={region} label={region}>
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll("_", " ")}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <SelectField
        label="Currency"
        field={fields.currency}
        hint="Prices are shown and charged in this currency."
        options={currencies}
      >
        <option value="">As picked on each device</option>
      </SelectField>
      <CheckField label="Email me a reminder a day and an hour before my sessions" field={fields.hasReminders} />
      <div>
        <SubmitButton isBusy={isBusy} busyLabel="Updating...">
          Save changes
        </SubmitButton>
      </div>
    </PostForm>
  );
}

/** Groups zones by region ("Europe"); those without a region come last. */
function byRegion(zones: string[]): [string, string[]][] {
  const regions = new Map<string, string[]>();
  for (const zone of zones) {
    const region = zone.includes("/") ? zone.slice(0, zone.indexOf("/")) : "Other";
    regions.set(region, [...(regions.get(region) ?? []), zone]);
  }
  return [...regions].sort(([a], [b]) => Number(a === "Other") - Number(b === "Other"));
}

export type ProfileData = {
  me: { hasPassword: boolean };
  profile: MemberProfile;
  devices: Device[];
  secondFactor: { isOn: boolean; recoveryCodesLeft: number };
  feed: FeedAddress;
  openings: AccountOpening[];
  passwordPath: string;
};
