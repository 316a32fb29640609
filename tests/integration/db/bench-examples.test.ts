import { sql } from "drizzle-orm";
import { examples } from "../../bench/office-pages.mjs";
import { expect, test } from "../../support/test-app";

test.for(Object.entries(examples))(
  "the bench finds a %s by a statement of this schema",
  async ([, statement], { app }) => {
    const { rows } = await app.db.execute(sql.raw(`explain ${statement}`));
    expect(rows.length).toBeGreaterThan(0);
  },
);
