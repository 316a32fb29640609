import { getFormProps, useForm } from "@conform-to/react";
import type { InvoicingValues } from "@server/payments/invoices/schemas";
import { invoiceSettingsPath } from "~/features/admin/admin-paths";
import { EditForm } from "~/features/admin/form-version";
import { currencyOptions } from "~/features/admin/price-and-reason-fields";
import { choiceLabel, tickLabel } from "~/lib/forms/conflict";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { CheckField, SelectField, TextAreaField, TextField } from "~/ui/fields";
import { HeadedSection } from "~/ui/headed-section";

const sources = { service: "The site’s exchange service", typed: "The rates typed below" };

const textLabels = {
  name: "Name of the business",
  registration: "Registration",
  taxNumber: "VAT number",
  rateSession: "Sessions, %",
  rateCollection: "Recordings, %",
  rateResource: "Resources, %",
  ratePass: "Passes, %",
  rateCourse: "Courses, %",
  rateMembership: "Memberships, %",
  rateGBP: "1 GBP is",
  rateEUR: "1 EUR is",
  rateUSD: "1 USD is",
  prefix: "Invoices begin with",
  creditPrefix: "Credit notes begin with",
};

/** The labels with which a conflict shows the fields. */
export const invoicingLabels = {
  ...textLabels,
  isOn: tickLabel("Issue invoices"),
  address: "Address",
  isVatRegistered: tickLabel("Registered for VAT"),
  currency: "Currency of your accounts",
  rateSource: choiceLabel("Rates from other currencies", sources),
};

type InvoicingFormProps = {
  values: InvoicingValues;
  version: string;
  hasRateService: boolean;
  refused: RefusedForm | undefined;
};

/** Asks for what invoices say of the business, its tax, its currency and its numbers. */
export function InvoicingForm({ values, version, hasRateService, refused }: InvoicingFormProps) {
  const [form, fields] = useForm<InvoicingValues>({
    id: "invoicing",
    lastResult: refused?.reply,
    defaultValue: values,
  });
  const text = (name: keyof typeof textLabels) => ({
    label: textLabels[name],
    field: fields[name],
    autoComplete: "off",
  });
  return (
    <EditForm
      {...getFormProps(form)}
      version={version}
      values={values}
      refused={refused}
      action={invoiceSettingsPath}
      what="the settings of invoices"
      failure={{ title: "Failed to save" }}
      button="Save"
    >
      <CheckField
        label="Issue invoices"
        field={fields.isOn}
        hint="From now on, for everything that is paid. What was paid before keeps its receipt."
      />
      <HeadedSection heading="Your business">
        <TextField {...text("name")} required />
        <TextAreaField label={invoicingLabels.address} field={fields.address} rows={4} />
        <TextField {...text("registration")} hint="If you have one: “Company 01234567”." />
      </HeadedSection>
      <HeadedSection heading="VAT">
        <CheckField
          label="Registered for VAT"
          field={fields.isVatRegistered}
          hint="Otherwise, invoices say that no VAT is charged."
        />
        <TextField {...text("taxNumber")} />
        <p>Prices include VAT at these percentages. A gift card has none when it is sold: what it pays for has.</p>
        <div className="grid gap-4.5 md:grid-cols-3">
          {(["rateSession", "rateCollection", "rateResource", "ratePass", "rateCourse", "rateMembership"] as const).map(
            (name) => (
              <TextField key={name} {...text(name)} inputMode="decimal" />
            ),
          )}
        </div>
      </HeadedSection>
      <HeadedSection heading="Currency">
        <SelectField label={invoicingLabels.currency} field={fields.currency} options={currencyOptions} />
        {hasRateService ? (
          <SelectField
            label="Rates from other currencies"
            field={fields.rateSource}
            options={Object.entries(sources).map(([value, label]) => ({ value, label }))}
          />
        ) : (
          <input type="hidden" name="rateSource" value="typed" />
        )}
        <p>
          What one unit of the other currencies is in yours, such as the tax office’s rates of the month. Leave your own
          currency empty.
          {hasRateService && " They are also used while the exchange service gives none."}
        </p>
        <div className="grid gap-4.5 md:grid-cols-3">
          {(["rateGBP", "rateEUR", "rateUSD"] as const).map((name) => (
            <TextField key={name} {...text(name)} inputMode="decimal" />
          ))}
        </div>
      </HeadedSection>
      <HeadedSection heading="Numbers">
        <p>The year and a number follow, which begins at 1 each year: INV-2026-0001.</p>
        <div className="grid gap-4.5 md:grid-cols-2">
          <TextField {...text("prefix")} />
          <TextField {...text("creditPrefix")} />
        </div>
      </HeadedSection>
    </EditForm>
  );
}
