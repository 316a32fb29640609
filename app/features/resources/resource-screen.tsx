import { useActionData, useLoaderData } from "@remix-run/react";
import type { ResourcePage } from "@server/selling/resources/schemas";
import { PurchaseDialog } from "~/features/purchases/purchase-dialog";
import { PurchaseNotice } from "~/features/purchases/purchase-notice";
import type { buyItem } from "~/features/purchases/purchase.server";
import { waitingText } from "~/features/purchases/waiting-text";
import { signInAddress } from "~/lib/sign-in-address";
import { inertIf, useIsBehindDialog, useSite } from "~/lib/site";
import { breadcrumbData, StructuredData } from "~/ui/structured-data";
import { useToast } from "~/lib/toast";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { BackLink } from "~/ui/page-head";
import { Eyebrow, Lede } from "~/ui/text";
import { textLinkStyle } from "~/ui/link";
import type { loadResource } from "./resource.server";

const buyButtonId = "buy-resource";

export function ResourceScreen() {
  const { resource, purchase, purchaseReturn } = useLoaderData<typeof loadResource>();
  const answer = useActionData<typeof buyItem>();
  const { id, title, category, description, price, image, access } = resource;
  const site = useSite();
  const path = `/resources/${id}`;
  useToast(answer);
  return (
    <>
      <div className="page-width pt-2" {...inertIf(useIsBehindDialog())}>
        {site && (
          <StructuredData
            data={breadcrumbData(site, [
              { name: "Learning Resources", path: "/resources" },
              { name: title, path },
            ])}
          />
        )}
        <BackLink to="/resources">Learning Resources</BackLink>
        <article className="mt-5 grid max-w-text gap-7">
          <PurchaseNotice purchaseReturn={purchaseReturn} />
          <img className="w-full rounded-paper" src={image} alt="" width="800" height="500" />
          <div className="grid gap-3">
            {category && <Eyebrow>{category}</Eyebrow>}
            <h1 className="text-display">{title}</h1>
          </div>
          <Lede>{description}</Lede>
          {access !== "open" && access !== "waiting" && (
            <p className="font-display text-[min(2.5rem,15vw)] leading-none font-[350] tracking-[-0.02em] normal-nums">
              {price}
            </p>
          )}
          <Files resource={resource} />
          <WayToGetIt resource={resource} path={path} />
        </article>
      </div>
      {purchase && (
        <PurchaseDialog
          path={path}
          title="Buy this resource"
          subject={{ kind: "Resource", title, text: "Yours to download as often as you like. One payment." }}
          returnFocusTo={buyButtonId}
          purchase={purchase}
          answer={answer}
        />
      )}
    </>
  );
}

function Files({ resource: { files } }: { resource: ResourcePage }) {
  if (files.length === 0) return null;
  return (
    <section className="grid gap-3" aria-labelledby="files">
      <h2 className="text-title" id="files">
        {files.length === 1 ? "1 file" : `${files.length} files`}
      </h2>
      <ul className="grid gap-2">
        {files.map(({ id, name, size, kind, path }) => (
          <li key={id} className="flex min-h-(--size-touch) flex-wrap items-center gap-x-3 border-b border-line py-2">
            {path ? (
              <a className={`break-all ${textLinkStyle}`} href={path} download={name}>
                <span className="sr-only">Download </span>
                {name}
              </a>
            ) : (
              <span className="break-all">{name}</span>
            )}
            <span className="text-ink-quiet">
              {kind}, {size}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function WayToGetIt({ resource: { access, price, opensOn }, path }: { resource: ResourcePage; path: string }) {
  const site = useSite();
  if (access === "open") return null;
  if (opensOn) {
    return (
      <Notice kind="information" isAnnounced={false}>
        {waitingText(opensOn)}
      </Notice>
    );
  }
  if (access === "for_sale") {
    return (
      <p>
        <ButtonLink id={buyButtonId} to={`${path}?purchase=true`} preventScrollReset>
          Buy for {price}
        </ButtonLink>
      </p>
    );
  }
  if (access === "members") {
    const query = new URLSearchParams({ returnTo: path });
    return (
      <div className="grid gap-3">
        <p className="text-ink-soft">Free for everyone with an account.</p>
        <p className="flex flex-wrap gap-3">
          <ButtonLink to={signInAddress(query, { tab: "sign-up" })}>Create Free Account</ButtonLink>
          <ButtonLink kind="quiet" to={signInAddress(query)}>
            Sign in
          </ButtonLink>
        </p>
      </div>
    );
  }
  return (
    site && (
      <p className="text-ink-soft">
        To get this resource,{" "}
        <a className={textLinkStyle} href={site.contactUrl}>
          write to me
        </a>
        .
      </p>
    )
  );
}
