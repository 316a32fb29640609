import { Link } from "@remix-run/react";
import { useIsHydrated } from "~/lib/document";
import { useIsLinkRefused, useSite } from "~/lib/site";
import { errorToast, showToast, successToast } from "~/lib/toast";
import { iconButtonStyle } from "~/ui/button";
import { Icon } from "~/ui/icon";

export const shareByEmailId = "share-by-email";

export function ShareActions({ path, title }: { path: string; title: string }) {
  const site = useSite();
  const url = `${site?.url ?? ""}${path}`;
  const sharePath = `${path}/share`;
  const isRefused = useIsLinkRefused(sharePath);
  return (
    <div className="-mb-2 flex items-center justify-between gap-4">
      <p className="text-small leading-small text-ink-quiet">Share this session</p>
      <ul className="-mr-2.5 flex">
        {/* Reserves its space until hydration. */}
        <li className="[:root:not([data-scripted])_&]:invisible">
          <button className={iconButtonStyle} type="button" aria-label="Copy link" onClick={() => void copyLink(url)}>
            <Icon name="copy" />
          </button>
        </li>
        {useCanShare() && (
          <li>
            <button
              className={iconButtonStyle}
              type="button"
              aria-label="Share"
              onClick={() => void shareNatively(title, url)}
            >
              <Icon name="share" />
            </button>
          </li>
        )}
        {!isRefused && (
          <li>
            <Link
              id={shareByEmailId}
              className={iconButtonStyle}
              to={sharePath}
              aria-label="Share by email"
              preventScrollReset
            >
              <Icon name="mail" />
            </Link>
          </li>
        )}
      </ul>
    </div>
  );
}

const useCanShare = () => useIsHydrated() && "share" in navigator;

async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    showToast(successToast("Link copied!"));
  } catch {
    showToast(errorToast("Error", `Couldn’t copy the link. It is ${url}`));
  }
}

async function shareNatively(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    showToast(errorToast("Failed to share"));
  }
}
