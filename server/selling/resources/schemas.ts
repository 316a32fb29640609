import { z } from "zod";
import { searchText } from "../../core/input-schemas";
import type { Page } from "../../core/pagination";
import type { ResourceFile } from "./resource-files";

export const publicResourceQuery = z.object({ search: searchText });

export const resourceRef = z.object({ id: z.uuid() });

export type ListedResource = {
  id: string;
  title: string;
  category: string | null;
  description: string;
  price: string;
  image: string;
  isFree: boolean;
  isMine: boolean;
};

export type ResourcePage = ListedResource & {
  files: (ResourceFile & { path: string | null })[];
  /** `members`: free with an account; `on_request`: it has no files yet; `waiting`: bought, opens later. */
  access: "open" | "members" | "for_sale" | "on_request" | "waiting";
  opensOn: string | null;
};

export type AdminResourceQuery = { search: string; page: number };

type AdminResource = {
  id: string;
  title: string;
  category: string;
  price: string;
  addedAt: string;
  files: number;
};
export type ResourceList = { resources: AdminResource[]; page: Page };
