import type { MemberDetails } from "@server/selling/memberships/by-hand/get-member";
import type { ChangeKind } from "@server/selling/memberships/schemas";
import { ChangeKeys } from "~/features/admin/passes/change-fields";
import { type RefusedForm, typedIn } from "~/lib/forms/form-answer";
import { Check, ChoiceGroup } from "~/ui/check";
import { TextField } from "~/ui/fields";

type ChangeFieldsProps = {
  kind: ChangeKind;
  member: Pick<MemberDetails, "version" | "formKey" | "lastDay" | "givenUntil">;
  refused: RefusedForm | undefined;
};

/** Asks for what a change of a membership by hand needs, and for its reason. */
export function MembershipChangeFields({ kind, member, refused }: ChangeFieldsProps) {
  const typed = (name: string, otherwise = "") => ({
    id: name,
    name,
    defaultValue: typedIn(refused, name) ?? otherwise,
    error: refused?.reply.error?.[name]?.[0],
  });
  return (
    <>
      <input type="hidden" name="kind" value={kind} />
      <ChangeKeys opened={member} refused={refused} />
      {kind === "extend" && (
        <>
          <TextField label="New last day" type="date" required {...typed("lastDay", member.lastDay)} />
          <TextField
            label="Amount paid to you (optional)"
            inputMode="decimal"
            autoComplete="off"
            hint="It makes an order; a refund is then for you to make."
            {...typed("amount")}
          />
        </>
      )}
      {kind === "give" && (
        <TextField
          label="Free months"
          inputMode="numeric"
          autoComplete="off"
          required
          {...(member.givenUntil && { hint: `Until ${member.givenUntil} at the latest.` })}
          {...typed("months", "1")}
        />
      )}
      {kind === "pause" && <TextField label="Paused until" type="date" required {...typed("until")} />}
      {kind === "end" && (
        <ChoiceGroup legend="When">
          {Object.entries(whenWords).map(([value, label]) => (
            <Check
              key={value}
              type="radio"
              name="when"
              value={value}
              label={label}
              defaultChecked={value === (typedIn(refused, "when") ?? "period_end")}
            />
          ))}
        </ChoiceGroup>
      )}
      <TextField
        label="Reason"
        hint="The member reads it in the email about this change. It is in the audit log, too."
        maxLength={300}
        required
        {...typed("reason")}
      />
    </>
  );
}

const whenWords = { period_end: "After the period that is paid", now: "At once" };
