import type { MediaKind } from "../../../platform/media/media-kinds";
import type { MemberContext } from "../../../core/context";
import type { Page } from "../../../core/pagination";
import type { PriceCheck } from "../../../platform/money/price-notes";
import type { FieldView } from "./fields";
import type { FormValues, ProductForm } from "./form";

export type OfficeLink = { label: string; to: string };
type MenuLink = OfficeLink & { name: string; isDangerous?: boolean };

export type TableRow = {
  ref: string;
  title: string;
  to: string;
  /** The second line below its title. */
  note: string | null;
  /** The texts of the columns between the title and the state. */
  cells: (string | undefined)[];
  isOn?: boolean;
  menu: MenuLink[];
};

/** A list of products, or of what was sold of them. */
export type OfficeTable = {
  caption: string;
  /** What its title is of, such as "Pass". */
  titled: string;
  columns: { label: string; place: "number" | "detail" | "lastDetail" | "date" }[];
  rows: TableRow[];
  /** Whether the instructor orders its rows. */
  isOrdered?: boolean;
};

/** A list of few facts, a line each. */
type OfficeLines = { ref: string; title: string; to: string; text: string }[];

/** What the back office lists of one kind of product. */
export type ProductList = {
  lede?: string;
  links: OfficeLink[];
  products: OfficeTable | { lines: OfficeLines };
  /** What it says without any. */
  empty: string;
  /** For a long list: what is searched, and what of it is shown. */
  found?: { search: string; searched: string; page: Page };
  /** Whether the gift cards that were sold are listed below. */
  hasSoldCards?: boolean;
};

export type FormPage = {
  /** What stands above the form, if not the name of the page, and where it leads back to, if not to the list. */
  title?: string;
  lede?: string;
  back?: OfficeLink;
  links?: OfficeLink[];
  fields: FieldView[];
  values: FormValues;
  /** What its button says, if not "Add pass" or "Save pass". */
  button?: string;
};

/** The form of a new product, or the choice of what it is made of. */
export type NewProductPage = FormPage & { choices?: { links: OfficeLink[]; nothing: string; add: OfficeLink } };

export type EditPage = FormPage & {
  name: string;
  version: string;
  /** What those pay who have it, a sentence each, and how to change that. */
  paid?: { sentences: string[]; note: string };
  /** Who has bought it. */
  buyers?: { rows: { ref: string; name: string; email: string; facts: string }[]; nothing: string };
  linksBelow?: OfficeLink[];
  /** What deleting it means, or why it can't be deleted. */
  deletion: { says: string; canDelete: boolean };
};

/** `to`: where it leads, if not to the list. `check`: a price to be confirmed first; nothing is saved yet. */
export type SavedProduct = { outcome: "saved"; to?: string } | (PriceCheck & { to?: never });

type ListQuery = { search: string; page: number };

/** What the back office does with the products of a kind. */
export type ProductOffice = {
  /** What their list is called. */
  list: string;
  /** Whether they are named by a slug instead of their id. */
  isNamedBySlug?: boolean;
  form: ProductForm;
  /** The files of its form, by field. */
  files: Record<string, MediaKind>;
  read(ctx: MemberContext, query: ListQuery): Promise<ProductList>;
  begin(ctx: MemberContext, query: { of: string | undefined }): Promise<NewProductPage>;
  /** Throws not_found. */
  open(ctx: MemberContext, ref: string): Promise<EditPage>;
  create(ctx: MemberContext, form: unknown): Promise<SavedProduct>;
  edit(ctx: MemberContext, ref: string, form: unknown): Promise<SavedProduct>;
  /** Throws not_found, closed. */
  remove(ctx: MemberContext, ref: string): Promise<{ title: string; isWithdrawn: boolean }>;
};

export const saved = { outcome: "saved" } as const;

/** Returns the address of a kind's products in the back office. */
export const officePath = (kind: string, ...rest: string[]): string =>
  ["/admin/products", kind.replaceAll("_", "-"), ...rest].join("/");

/** Returns what can be done with a product of a list. */
export const menuOf = (kind: string, { ref, title }: { ref: string; title: string }, own: MenuLink[]): MenuLink[] => [
  { label: "Edit", to: officePath(kind, ref), name: `Edit ${title}` },
  ...own,
  { label: "Delete", to: officePath(kind, ref, "delete"), name: `Delete ${title}`, isDangerous: true },
];
