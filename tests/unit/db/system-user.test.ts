import { expect, test } from "vitest";
import { createSystemUser } from "@db/embedded/system-user";
import { readSettings } from "@server/core/env";

test("creates no system user where that is forbidden, and says what to do instead", async () => {
  await expect(createSystemUser(false)).rejects.toThrow(
    'PostgreSQL refuses to run as root, and BREATHROOM_NO_INSTALL=1 forbids creating a system user "postgres"; ' +
      "create it, start as an ordinary user, or set DATABASE_URL.",
  );
});

test("BREATHROOM_NO_INSTALL=1 forbids creating a system user", () => {
  expect(readSettings({ BREATHROOM_NO_INSTALL: "1" }).mayCreateUser).toBe(false);
  expect(readSettings({}).mayCreateUser).toBe(true);
});
