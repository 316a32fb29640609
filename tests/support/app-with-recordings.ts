import { fillCollections } from "./recordings";
import { test as appTest, type TestApp } from "./test-app";

/** The app with one recording in each collection, so that both are for sale. */
export const test = appTest.extend<{ app: TestApp }>({
  app: async ({ app }, use) => {
    await fillCollections(app.db);
    await use(app);
  },
});
