import js from "@eslint/js";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import importX from "eslint-plugin-import-x";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";

/** Who may import what. `target` may not import `from`, except what `except` names (relative to `from`). */
const borders = [
  { target: "./app", from: "./app/routes", message: "Nobody imports a route." },
  {
    target: "./app/components",
    from: "./app",
    except: ["./components", "./lib"],
    message: "Components: lib and types.",
  },
  { target: "./app/lib", from: "./app", except: ["./lib"], message: "lib is at the bottom of app/." },
  { target: "./server", from: "./app", message: "The server does not know its pages." },
  { target: "./db", from: "./app", message: "The database is at the bottom." },
  { target: "./emails", from: "./app", message: "Mail templates get props, nothing else." },
  { target: "./emails", from: "./server", except: ["./pricing"], message: "Mail templates get props, nothing else." },
  { target: "./emails", from: "./db", message: "Mail templates get props, nothing else." },
  { target: "./db/!(seed)/**", from: "./server", except: ["./errors.ts"], message: "The database is at the bottom." },
  { target: "./db/*.ts", from: "./server", except: ["./errors.ts"], message: "The database is at the bottom." },
  {
    target: "./server/!(trpc|http)/**/!(router).ts",
    from: ["./server/*/router.ts", "./server/trpc/{root,caller,init}.ts"],
    message: "Verbs call verbs, never doors.",
  },
  { target: "./server/pricing", from: "./server", except: ["./pricing"], message: "Pricing is pure." },
  { target: "./server/pricing", from: "./db", message: "Pricing is pure." },
  { target: "./server/!(http)/**", from: "./server/http", message: "HTTP asks; nobody asks HTTP." },
];

/** What a browser names its fields must be checked before the form library sees it. */
const formLibrary = { group: ["@conform-to/zod/**"], message: "Read forms with readForm or parseForm." };

export default tseslint.config(
  { ignores: ["build", "public/build", ".cache", ".data*", "node_modules", "playwright-report", "test-results"] },
  js.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  {
    plugins: { "import-x": importX },
    settings: { "import-x/resolver-next": [createTypeScriptImportResolver({ project: "./tsconfig.json" })] },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "import-x/no-restricted-paths": ["error", { zones: borders }],
      "import-x/no-cycle": ["error", { ignoreExternal: true }],
      "import-x/no-unassigned-import": ["error", { allow: ["**/*.css"] }],
      "import-x/no-duplicates": "error",
      "max-lines": ["error", { max: 250, skipBlankLines: true, skipComments: true }],
      "no-console": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
      "@typescript-eslint/only-throw-error": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
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
              group: ["@server/*", "@db/*", "@emails/*"],
              allowTypeImports: true,
              message: "Go through app/*.server.ts.",
            },
            formLibrary,
          ],
        },
      ],
    },
  },
  // Captions are the instructor's to upload: a recording has them, or has none.
  { files: ["app/components/recording-player.tsx"], rules: { "jsx-a11y/media-has-caption": "off" } },
  {
    files: ["app/*.server.ts"],
    rules: {
      "@typescript-eslint/no-restricted-imports": ["error", { patterns: [formLibrary] }],
    },
  },
  { files: ["app/lib/form.server.ts"], rules: { "@typescript-eslint/no-restricted-imports": "off" } },
  {
    files: ["server/**/*.ts", "db/**/*.ts", "emails/**/*.{ts,tsx}", "app/**/*.{ts,tsx}"],
    rules: {
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "Only server/env.ts reads settings." },
        { object: "Date", property: "now", message: "Time comes from the clock." },
      ],
    },
  },
  // The process hands its environment to env.ts.
  { files: ["server/index.ts"], rules: { "no-restricted-properties": "off" } },
  // The compiler puts the mode that it builds for in its place.
  { files: ["app/entry.client.tsx"], rules: { "no-restricted-properties": "off" } },
  { files: ["public/service-worker.js"], languageOptions: { globals: globals.serviceworker } },
  {
    // Waiting for a process to start has nothing to do with the site's clock.
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
