import { sql } from "drizzle-orm";
import { parse } from "node-html-parser";
import type { Database } from "@db/client";
import type { Random } from "./random";
import { isAddressOf, type SiteRoute } from "./site-route";

type Row = { table: string; id: string; key: string | null };
export type KnownForm = { action: string; isMultipart: boolean; fields: [string, string][]; files: string[] };

const mostPerKind = 30;

/** Known rows, addresses, forms and field values of the site. */
export class Corpus {
  #rows: Row[] = [];
  readonly #hits = new Map<string, Map<string, number>>();
  readonly #addresses = new Map<string, string[]>();
  readonly #forms = new Map<string, KnownForm[]>();
  readonly #values = new Map<string, string[]>();
  readonly #queryNames = new Set<string>();

  constructor(
    private readonly routes: SiteRoute[],
    names: string[],
  ) {
    for (const name of [...names, "_routes", "notice", "another", "cancelled", "tab"]) this.#queryNames.add(name);
  }

  async readRows(db: Database): Promise<void> {
    const { rows: tables } = await db.execute<{ name: string; key: string | null }>(sql`
      select ids.table_name as name, keys.column_name as key from information_schema.columns ids
      left join information_schema.columns keys on keys.table_schema = 'public'
        and keys.table_name = ids.table_name and keys.column_name = 'manage_key'
      where ids.table_schema = 'public' and ids.column_name = 'id' and ids.data_type = 'uuid'`);
    const found = await Promise.all(
      tables.map(async ({ name, key }) => {
        const column = key ? sql.identifier(key) : sql`null`;
        const { rows } = await db.execute<{ id: string; key: string | null }>(
          sql`select id, ${column} as key from ${sql.identifier(name)} order by random() limit 12`,
        );
        return rows.map((row) => ({ ...row, table: name }));
      }),
    );
    this.#rows = found.flat();
  }

  /** Returns a row, preferring tables whose ids the target has accepted. */
  rowFor(target: string, random: Random): Row {
    const hits = [...(this.#hits.get(target) ?? [])].filter(([table]) => this.#rows.some((row) => row.table === table));
    const table = hits.length > 0 && random.chance(0.8) ? random.pick(hits)[0] : random.pick(this.#rows).table;
    return random.pick(this.#rows.filter((row) => row.table === table));
  }

  /** Notes that the target accepted an id of a table. */
  noteHit(target: string, text: string): void {
    const row = this.#rows.find(({ id }) => text.includes(id));
    if (!row) return;
    const hits = this.#hits.get(target) ?? new Map<string, number>();
    this.#hits.set(target, hits.set(row.table, (hits.get(row.table) ?? 0) + 1));
  }

  /** Collects a page's links and forms. */
  readPage(address: string, html: string): void {
    const root = parse(html);
    for (const link of root.querySelectorAll("a[href]")) this.noteAddress(link.getAttribute("href") ?? "", address);
    for (const form of root.querySelectorAll("form")) {
      const action = form.getAttribute("action") || address;
      const fields = form.querySelectorAll("input[name], textarea[name], select[name], button[name]").map((field) => {
        const chosen = field.querySelector("option[selected]") ?? field.querySelector("option");
        const value = field.tagName === "TEXTAREA" ? field.text : (chosen ?? field).getAttribute("value");
        return [field.getAttribute("name")!, value ?? "on", field.getAttribute("type")] as const;
      });
      const files = fields.filter(([, , type]) => type === "file").map(([name]) => name);
      const typed = fields
        .filter(([, , type]) => type !== "file")
        .map(([name, value]): [string, string] => [name, value]);
      for (const [name, value] of typed) this.#noteValue(name, value);
      if (form.getAttribute("method")?.toLowerCase() !== "post") continue;
      const isMultipart = form.getAttribute("enctype") === "multipart/form-data";
      this.#noteForm(new URL(action, new URL(address, "http://site")), { isMultipart, fields: typed, files });
    }
  }

  noteAddress(href: string, from = "/"): void {
    if (!URL.canParse(href, new URL(from, "http://site"))) return;
    const { host, pathname, search, searchParams } = new URL(href, new URL(from, "http://site"));
    if (host !== "site") return;
    for (const [name, value] of searchParams) {
      this.#queryNames.add(name);
      this.#noteValue(name, value);
    }
    for (const { pattern } of this.#routesOf(pathname)) keepSome(this.#addresses, pattern, pathname + search);
  }

  addressOf = ({ pattern }: SiteRoute, random: Random): string | null => pickKnown(this.#addresses, pattern, random);
  formOf = ({ pattern }: SiteRoute, random: Random): KnownForm | null => pickKnown(this.#forms, pattern, random);
  valueOf = (field: string, random: Random): string | null => pickKnown(this.#values, field, random);
  queryName = (random: Random): string => random.pick([...this.#queryNames]);

  #noteForm({ host, pathname, search }: URL, form: Omit<KnownForm, "action">): void {
    if (host !== "site") return;
    for (const { pattern } of this.#routesOf(pathname)) {
      keepSome(this.#forms, pattern, { ...form, action: pathname + search });
    }
  }

  #noteValue(name: string, value: string): void {
    if (value.length < 500 && !/^\s*$/.test(value)) keepSome(this.#values, name, value);
  }

  #routesOf = (pathname: string): SiteRoute[] =>
    this.routes.filter((route) => route.pattern !== "/*" && isAddressOf(route, pathname));
}

/** Keeps the latest items, because rows and form keys are used up. */
function keepSome<Item>(kept: Map<string, Item[]>, key: string, item: Item): void {
  kept.set(key, [item, ...(kept.get(key) ?? [])].slice(0, mostPerKind));
}

function pickKnown<Item>(kept: Map<string, Item[]>, key: string, random: Random): Item | null {
  const items = kept.get(key);
  return items ? random.pick(items) : null;
}
