import { Outlet } from "@remix-run/react";
import { SiteFrame } from "~/components/site-frame";

export default function SiteLayout() {
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  );
}
