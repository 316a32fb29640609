import { getFormProps, useForm } from "@conform-to/react";
import { useLoaderData, useNavigation } from "@remix-run/react";
import type { Library } from "@server/selling/recordings/library/schemas";
import { PriceFields } from "~/features/admin/price-and-reason-fields";
import { FormVersion } from "~/features/admin/form-version";
import { PurchasesPanel } from "~/features/admin/orders/purchases-panel";
import { type RefusedForm, useFormAnswer } from "~/lib/forms/form-answer";
import { useToast } from "~/lib/toast";
import { ButtonLink } from "~/ui/button";
import { Card, EmptyState } from "~/ui/card";
import { TextLink } from "~/ui/link";
import { PageHead } from "~/ui/page-head";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { Tabs } from "~/ui/tabs";
import { ToastNotice } from "~/ui/toast/toast";
import { collectionFormPath, recordingFormPath } from "~/features/admin/admin-paths";
import type { actOnLibrary, loadLibrary } from "./library.server";
import { RecordingList } from "./recording-list";

export function LibraryScreen() {
  const { collection, title, path, library, purchases } = useLoaderData<typeof loadLibrary>();
  const refused = useFormAnswer<typeof actOnLibrary>();
  // A kept form may also be one of the list's buttons, which has no price.
  const refusedPrice = refused?.reply.initialValue?.intent === "price" ? refused : undefined;
  useToast(refusedPrice);
  return (
    <>
      <PageHead
        title={title}
        lede={
          <>
            Its name, its description and whether it is sold are in{" "}
            <TextLink to={collectionFormPath(collection)}>Settings</TextLink>.
          </>
        }
      >
        {library && <ButtonLink to={recordingFormPath(path, "new")}>Add Recording</ButtonLink>}
      </PageHead>
      <Tabs
        label={title}
        tabs={[
          { label: "Recordings", to: path, isCurrent: library !== null },
          { label: "Purchases", to: `${path}?tab=purchases`, isCurrent: purchases !== null },
        ]}
      />
      {library && (
        <>
          <PackagePrice key={Object.values(library.price).join()} library={library} refused={refusedPrice} />
          {library.recordings.length === 0 ? (
            <EmptyState>No recordings found.</EmptyState>
          ) : (
            <RecordingList library={library} />
          )}
        </>
      )}
      {purchases && <PurchasesPanel {...purchases} path={path} keep={{ tab: "purchases" }} />}
    </>
  );
}

type PackagePriceProps = { library: Library; refused: RefusedForm | undefined };

function PackagePrice({ library: { path, price, recordings }, refused }: PackagePriceProps) {
  const values = { price: price.typed, currency: price.currency };
  const [form, fields] = useForm<typeof values>({
    id: "package-price",
    lastResult: refused?.reply,
    defaultValue: values,
  });
  const { formData } = useNavigation();
  const isBusy = formData?.get("intent") === "price";
  return (
    <Card title="Package price">
      <PostForm
        {...getFormProps(form)}
        className="grid gap-4.5"
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
          hint="Paid once, for lifetime access to all recordings. Visitors see it in their own currency."
        />
        {recordings.every(({ isFree }) => isFree) && (
          <p className="max-w-text text-small text-ink-soft">
            Nothing is sold yet: the collection has a price tag once one of its recordings is premium.
          </p>
        )}
        <SubmitButton kind="quiet" className="justify-self-start" isBusy={isBusy} busyLabel="Updating...">
          Save price
        </SubmitButton>
      </PostForm>
    </Card>
  );
}
