import { getFormProps, useForm } from "@conform-to/react";
import { useNavigation } from "@remix-run/react";
import type { Library } from "@server/recordings/library/schemas";
import { libraryPath } from "~/features/admin/library/library";
import type { RefusedForm } from "~/lib/forms/refused-form";
import { Card } from "../../../ui/card";
import { PostForm } from "../../../ui/post-form";
import { SubmitButton } from "../../../ui/submit-button";
import { ToastNotice } from "../../../ui/toast/toast-notice";
import { FormVersion } from "../form-version";
import { PriceFields } from "../price-fields";

type PackagePriceProps = { library: Library; refused: RefusedForm | undefined };

/** What the whole collection costs. */
export function PackagePrice({ library: { collection, price }, refused }: PackagePriceProps) {
  const values = { price: price.typed, currency: price.currency };
  const [form, fields] = useForm<typeof values>({
    id: "package-price",
    lastResult: refused?.reply,
    defaultValue: values,
  });
  const path = libraryPath(collection);
  const { formData } = useNavigation();
  const isBusy = formData?.get("intent") === "price";
  return (
    <Card title="Package price">
      <PostForm
        {...getFormProps(form)}
        className="fields"
        action={path}
        isBusy={isBusy}
        failure={{ title: "Error updating price" }}
      >
        {refused?.toast && <ToastNotice toast={refused.toast} />}
        <input type="hidden" name="intent" value="price" />
        <FormVersion version={price.version} values={values} refused={refused} what="the price" again={path} />
        <PriceFields
          label="Price"
          amount={fields.price}
          currency={fields.currency}
          hint="Paid once for all recordings, for life. Each visitor sees it in her own currency."
        />
        <SubmitButton className="justify-self-start btn--quiet" isBusy={isBusy} busyLabel="Updating...">
          Save price
        </SubmitButton>
      </PostForm>
    </Card>
  );
}
