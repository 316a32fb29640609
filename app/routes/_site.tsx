import { Outlet } from "@remix-run/react";
import { PendingSitePage } from "~/features/outlines/pending-site-page";
import { SiteFrame } from "~/features/layout/site-frame";

export default function SiteLayout() {
  return (
    <SiteFrame>
      <PendingSitePage>
        <Outlet />
      </PendingSitePage>
    </SiteFrame>
  );
}
