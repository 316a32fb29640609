import type { Transaction } from "@db/client";
import { recordings } from "@db/schema";
import { changeTable } from "../../core/change-table";
import type { MemberContext } from "../../core/context";

/** A transaction that changes recordings or their order; whoever watches does not wait. Throws busy. */
export const changeLibrary = <Value>({ db }: Pick<MemberContext, "db">, work: (tx: Transaction) => Promise<Value>) =>
  changeTable(db, { table: recordings, name: "recordings" }, work);
