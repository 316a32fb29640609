import { connect } from "@db/connections";
import { anAccount } from "../../../support/accounts";
import { expect, expectRestored, test } from "../../../support/backups";
import { aPass, aPassOnSale, bookWithPass } from "../../../support/passes";
import { aSession } from "../../../support/sessions";

test("restores passes with every entry, whose balance and history are then guarded as before", async ({
  app,
  backUp,
  restore,
  emptySite,
  sourceRows,
}) => {
  const account = await anAccount(app.db);
  const pass = await aPass(app, account, (await aPassOnSale(app.db, { credits: 2 })).id);
  await bookWithPass(app, account, await aSession(app.db));
  const before = await sourceRows();
  await restore(await backUp());
  expectRestored(await emptySite.rows(), before);

  const client = await connect(emptySite.databaseUrl);
  try {
    const write = "insert into credit_entries (pass_id, kind, amount, reason) values ($1, 'adjusted', $2, 'A mistake')";
    await expect(client.query(write, [pass.id, -2])).rejects.toThrow("would have -1 credits");
    await client.query(write, [pass.id, -1]);
    await expect(client.query("update credit_entries set amount = 5")).rejects.toThrow("keeps what was written");
    await expect(client.query("delete from credit_entries")).rejects.toThrow("keeps what was written");
  } finally {
    await client.end();
  }
});
