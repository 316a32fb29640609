import { useRouteLoaderData } from "@remix-run/react";
import type { Toast } from "./toast";

/** The toast that a redirect brought along, from the root's loader. */
export const useFlash = (): Toast | null => useRouteLoaderData<() => { flash: Toast | null }>("root")?.flash ?? null;
