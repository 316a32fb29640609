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
import { PageHead, RefreshLink } from "~/ui/page-head";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { Tabs } from "~/ui/tabs";
import { ToastNotice } from "~/ui/toast/toast";
import { collectionsPath, recordingFormPath } from "~/features/admin/admin-paths";
import type { actOnLibrary, loadLibrary } from "./library.server";
import { useState } from "react";
import { useIsHydrated } from "~/lib/document";
import { refreshEvery, useRefresh } from "~/lib/hooks/refresh";
import { LibraryTable } from "./library-table";
import { isBeingPrepared } from "./preparation-state";

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
            <TextLink to={`${collectionsPath}/${collection}`}>Settings</TextLink>.
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

const whilePreparingMs = 4000;

/** Lists recordings, and how far those are that are being prepared. */
function RecordingList({ library: loaded }: { library: Library }) {
  const [isWatched, setWatched] = useState(() => loaded.recordings.some(isBeingPrepared));
  const library = useRefresh(
    loaded,
    { procedure: (api) => api.recordings.library.list, input: { collection: loaded.collection } },
    isWatched ? whilePreparingMs : refreshEvery.admin,
  );
  const isHydrated = useIsHydrated();
  const isPreparing = library.recordings.some(isBeingPrepared);
  if (isPreparing !== isWatched) setWatched(isPreparing);
  return (
    <>
      {isPreparing && !isHydrated && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-soft">
          Recordings are being prepared. <RefreshLink />
        </p>
      )}
      <LibraryTable library={library} />
    </>
  );
}
