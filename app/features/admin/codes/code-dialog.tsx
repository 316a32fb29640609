import { getFormProps, useForm } from "@conform-to/react";
import { useLocation } from "@remix-run/react";
import type { CodeValues } from "@server/catalogue/discounts/schemas";
import { useState } from "react";
import { PriceFields } from "~/features/admin/price-and-reason-fields";
import { conflictKey, FormVersion } from "~/features/admin/form-version";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { useSite } from "~/lib/site";
import { useToast } from "~/lib/toast";
import { buttonStyle } from "~/ui/button";
import { CloseLink, DialogBody, DialogFoot, ModalDialog } from "~/ui/dialog";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";
import { CheckField, ChoiceField, TextField } from "~/ui/fields";
import { codesPath } from "~/features/admin/admin-paths";

type DiscountCodeFormProps = {
  /** Only an existing code has a version. */
  code: CodeValues & { version?: string };
  /** Only the form for a new code has a key. */
  formKey?: string;
  refused: RefusedForm | undefined;
  action: string;
  back: string;
  isBusy: boolean;
};

type TypedCode = Record<Exclude<keyof CodeValues, "uses"> | "timeZone", string>;

function DiscountCodeForm({ code, formKey, refused, action, back, isBusy }: DiscountCodeFormProps) {
  const { isActive, isOneTimeUse, uses, version, ...texts } = code;
  const values = { ...texts, isActive: isActive ? "on" : "", isOneTimeUse: isOneTimeUse ? "on" : "" };
  const [form, fields] = useForm<TypedCode>({ id: "code", lastResult: refused?.reply, defaultValue: values });
  return (
    <PostForm
      {...getFormProps(form)}
      action={action}
      isBusy={isBusy}
      failure={{ title: "Failed to save the discount code" }}
    >
      <DialogBody className="group">
        {refused?.toast && <ToastNotice toast={refused.toast} />}
        {formKey && <input type="hidden" name="formKey" value={formKey} />}
        {version && <FormVersion version={version} values={values} refused={refused} what="this code" again={action} />}
        <TextField
          autoComplete="off"
          label="Code"
          field={fields.code}
          required
          className="[&_input]:uppercase"
          readOnly={uses > 0}
          autoCapitalize="characters"
          hint={uses > 0 ? "This code is in use, so its name can’t change." : "Saved in capital letters."}
        />
        <ChoiceField
          legend="Discount"
          isLegendSmall
          name="type"
          options={[
            { value: "percentage", label: "A part of the price" },
            { value: "fixed_amount", label: "A fixed amount" },
          ]}
          chosen={fields.type.initialValue ?? "percentage"}
        />
        <div className="group-has-[[value=fixed\_amount]:checked]:hidden">
          <TextField
            autoComplete="off"
            label="Percentage"
            field={fields.percentage}
            inputMode="numeric"
            onInput={({ currentTarget }) => clampPercentage(currentTarget)}
            hint="From 1 to 100. 100 makes it free."
          />
        </div>
        <div className="group-has-[[value=percentage]:checked]:hidden">
          <PriceFields
            label="Amount"
            amount={fields.amount}
            currency={fields.currency}
            hint="1 or more, for example 12.50."
          />
        </div>
        <Limits fields={fields} />
      </DialogBody>
      <DialogFoot>
        <CloseLink className={buttonStyle({ kind: "quiet" })} to={back}>
          Cancel
        </CloseLink>
        <SubmitButton isBusy={isBusy}>{formKey ? "Create code" : "Save code"}</SubmitButton>
      </DialogFoot>
    </PostForm>
  );
}

function Limits({ fields }: { fields: ReturnType<typeof useForm<TypedCode>>[1] }) {
  const site = useSite();
  // The days were filled in for the page's time zone, whatever zone the browser reports later.
  const [zoneAtOpening] = useState(site?.timeZone ?? "UTC");
  const zone = fields.timeZone.initialValue ?? zoneAtOpening;
  const { lastDay, firstDay, maxUses, isActive, isOneTimeUse } = fields;
  return (
    <>
      <div>
        <CheckField label="Active" field={isActive} />
        <CheckField label="One-time use" field={isOneTimeUse} />
      </div>
      <input type="hidden" name="timeZone" value={zone} />
      <div className="grid gap-4.5 md:grid-cols-[1fr_1fr]">
        <TextField autoComplete="off" label="First day (optional)" field={firstDay} type="date" hint={`In ${zone}.`} />
        <TextField autoComplete="off" label="Last day (optional)" field={lastDay} type="date" hint="Until its end." />
      </div>
      <TextField
        autoComplete="off"
        label="Number of uses (optional)"
        field={maxUses}
        inputMode="numeric"
        hint="Counts current bookings and purchases. Leave empty for no limit."
      />
    </>
  );
}

function clampPercentage(input: HTMLInputElement): void {
  const typed = Number(input.value);
  if (input.value.trim() !== "" && Number.isFinite(typed)) input.value = String(Math.min(100, Math.max(1, typed)));
}

type CodeDialogProps = Pick<DiscountCodeFormProps, "code" | "formKey" | "refused"> & {
  title: string;
  returnFocusTo: string;
};

export function CodeDialog({ title, returnFocusTo, ...form }: CodeDialogProps) {
  const { pathname, search } = useLocation();
  const back = codesPath + search;
  const action = pathname + search;
  const isBusy = useIsPosting(action);
  useToast(form.refused);
  return (
    <ModalDialog title={title} closeTo={back} returnFocusTo={returnFocusTo} isBusy={isBusy}>
      <DiscountCodeForm key={conflictKey(form.refused)} {...form} action={action} back={back} isBusy={isBusy} />
    </ModalDialog>
  );
}
