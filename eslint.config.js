import js from "@eslint/js";
import importX from "eslint-plugin-import-x";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";

/** Field names come from the browser and must be checked before the form library sees them. */
const formLibrary = { group: ["@conform-to/zod/**"], message: "Read forms with readForm or parseForm." };

export default tseslint.config(
  { ignores: ["build/", "public/build/", ".cache/", ".data*/", "playwright-report/", "test-results/"] },
  js.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  {
    plugins: { "import-x": importX },
    settings: { "import-x/extensions": [".ts", ".tsx", ".mjs", ".js"] },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "import-x/no-unassigned-import": ["error", { allow: ["**/*.css"] }],
      "import-x/no-duplicates": ["error", { "prefer-inline": true }],
      "max-lines": ["error", { max: 250, skipBlankLines: true, skipComments: true }],
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
      "no-console": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
      "@typescript-eslint/only-throw-error": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  // Markup takes more lines than logic.
  {
    files: ["**/*.tsx"],
    rules: { "max-lines-per-function": ["error", { max: 100, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    plugins: { "react-hooks": reactHooks },
    extends: [jsxA11y.flatConfigs.recommended],
    languageOptions: { globals: globals.browser },
    rules: {
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": "error",
      "@typescript-eslint/no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              // The arithmetic of colours imports nothing; previews need it.
              regex: "^@(server(?!/core/accent$)|db|emails|dev)/",
              allowTypeImports: true,
              message: "Go through a *.server.ts file.",
            },
            formLibrary,
          ],
        },
      ],
    },
  },
  // Captions are optional uploads.
  { files: ["app/features/recordings/recording-player.tsx"], rules: { "jsx-a11y/media-has-caption": "off" } },
  {
    files: ["app/**/*.server.ts"],
    rules: {
      "@typescript-eslint/no-restricted-imports": ["error", { patterns: [formLibrary] }],
    },
  },
  { files: ["app/server/form.server.ts"], rules: { "@typescript-eslint/no-restricted-imports": "off" } },
  {
    files: ["server/**/*.ts", "db/**/*.ts", "dev/**/*.ts", "emails/**/*.{ts,tsx}", "app/**/*.{ts,tsx}"],
    rules: {
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "Only server/core/env.ts reads settings." },
        { object: "Date", property: "now", message: "Time comes from the clock." },
      ],
    },
  },
  {
    files: ["server/**/*.ts"],
    ignores: ["server/core/transaction.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "CallExpression[callee.property.name='transaction']",
          message: "Use inTransaction: it limits lock waits and turns a held lock into a refusal.",
        },
      ],
    },
  },
  // The process passes its environment to env.ts.
  { files: ["server/index.ts"], rules: { "no-restricted-properties": "off" } },
  // The compiler replaces process.env.NODE_ENV.
  { files: ["app/entry.client.tsx"], rules: { "no-restricted-properties": "off" } },
  { files: ["public/service-worker.js"], languageOptions: { globals: globals.serviceworker } },
  {
    // Waiting for a process to start is independent of the site's clock.
    files: ["db/embedded/**/*.ts", "db/embedded.ts"],
    rules: { "no-restricted-properties": ["error", { object: "process", property: "env" }] },
  },
  {
    files: ["**/*.{js,mjs}"],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: globals.node, parserOptions: { projectService: false } },
    rules: { "no-console": "off" },
  },
  {
    files: ["tests/**/*.ts"],
    rules: {
      // A test fails either way where something is missing.
      "@typescript-eslint/no-non-null-assertion": "off",
      // A describe block is as long as its tests.
      "max-lines-per-function": "off",
      "no-restricted-syntax": [
        "error",
        { selector: "CallExpression[callee.property.name='waitForTimeout']", message: "Wait for what should appear." },
        {
          selector: "CallExpression[callee.property.name=/^(only|skip|todo|fixme)$/]",
          message: "Tests run, all of them.",
        },
        {
          selector: "CallExpression[callee.object.name='vi'][callee.property.name=/^(do)?[mM]ock$/]",
          message: "Test files share their modules: a mock would outlast its file. vi.spyOn works on modules, too.",
        },
      ],
    },
  },
);
