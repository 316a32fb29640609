/** Explained in docs/decisions/025-levels.md. */

/** From the top level down: a folder imports only from lower levels. */
export const levels = [
  [
    "platform/monitoring",
    "platform/doctor",
    "platform/operations",
    "platform/backup",
    "platform/imports",
    "selling/insights",
    "people/members",
    "people/directory",
    "people/deletion",
    "selling/orders",
    "sessions/managing",
  ],
  [
    "sessions/standing",
    "sessions/courses",
    "sessions/one-to-one",
    "sessions/bookings",
    "sessions/waitlist",
    "sessions/free-times",
    "selling/memberships",
    "selling/purchases",
    "content/recordings",
    "content/resources",
  ],
  ["selling/withdrawals", "selling/invoices"],
  ["selling/payments", "sessions/calendars"],
  [
    "selling/passes",
    "selling/gift-cards",
    "content/testimonials",
    "people/accounts",
    "selling/discounts",
    "selling/products",
    "sessions/schedule",
    "content/site",
    "content/pages",
    "content/preparing",
  ],
  ["platform/calendar", "platform/mail", "platform/media", "platform/jobs", "selling/money", "platform/artwork"],
  ["core"],
];
const domains = levels.flat();

/** May import anything; only other roots import them. */
export const roots = ["^server/(http|api|process|commands)/", "^server/.*router[.]ts$"];

const upwards = domains.slice(1).map((domain, index) => ({
  name: `${domain}-imports-upwards`,
  comment: `server/${domain} imports only from folders on lower levels.`,
  severity: "error",
  from: { path: `^server/${domain}/`, pathNot: roots },
  to: { path: `^server/(${domains.slice(0, index + 1).join("|")})/` },
}));

/** The folders of app/features, from the top level down: a folder imports only from lower levels. */
export const featureLevels = [
  ["admin", "members"],
  ["outlines"],
  ["recordings"],
  ["resources", "passes", "gift-cards", "courses", "one-to-one", "memberships"],
  ["purchases"],
  ["bookings", "accounts"],
  ["schedule"],
  ["waitlist", "withdrawals", "pages", "invoices"],
  ["layout", "embeds"],
];
const features = featureLevels.flat();

const featuresUpwards = features.slice(1).map((feature, index) => ({
  name: `${feature}-imports-upwards`,
  comment: `app/features/${feature} imports only from folders on lower levels.`,
  severity: "error",
  from: { path: `^app/features/${feature}/` },
  to: { path: `^app/features/(${features.slice(0, index + 1).join("|")})/` },
}));

export default {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Files that import each other, types included, can't be read one after the other.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-orphans",
      comment: "A module that nothing imports and that imports nothing is left over.",
      severity: "error",
      from: {
        orphan: true,
        pathNot: ["[.]d[.]ts$", "^app/(routes/|root|entry)", "^tests/", "[.]config[.]"],
      },
      to: {},
    },
    ...upwards,
    {
      name: "unknown-domain",
      comment: "Every folder of server/ has a level in .dependency-cruiser.mjs.",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^server/", pathNot: `^server/(${[...domains, "http", "api", "process", "commands"].join("|")})/` },
    },
    {
      name: "roots-are-imported-by-roots",
      comment: "Composition roots are at the top: domain functions call domain functions.",
      severity: "error",
      from: { path: "^server/", pathNot: roots },
      to: { path: roots },
    },
    {
      name: "db-imports-nothing-of-ours",
      severity: "error",
      from: { path: "^db/" },
      to: { path: "^(app|server|emails|dev)/" },
    },
    {
      name: "emails-take-props-only",
      severity: "error",
      from: { path: "^emails/" },
      to: { path: "^(app|server|db|dev)/" },
    },
    {
      name: "dev-is-not-imported",
      comment: "What only demo and tests need is not part of the live site: it is loaded by import() at run time.",
      severity: "error",
      from: { path: "^(app|server|db|emails)/" },
      to: { path: "^dev/", dependencyTypesNot: ["type-only", "type-import", "dynamic-import"] },
    },
    {
      name: "dev-is-loaded-by-commands-and-the-start",
      severity: "error",
      from: {
        path: "^(app|server|db|emails)/",
        pathNot: "^server/(process/open-services|commands/(admin|seed))[.]ts$",
      },
      to: { path: "^dev/" },
    },
    {
      name: "dev-shares-no-state",
      comment:
        "It is a bundle of its own: what it imports of ours exists twice, so only types and what holds no state that must be one.",
      severity: "error",
      from: { path: "^dev/" },
      to: {
        path: "^(app|server|db|emails)/",
        pathNot:
          "^(db/schema/|db/one[.]ts$|server/(people/accounts/hash-password|platform/mail/sealed-text|platform/media/(media-kinds|shape-picture|store-picture)|sessions/schedule/category-names|content/site/starting-health)[.]ts$)",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "server-does-not-know-the-app",
      severity: "error",
      from: { path: "^(server|db|emails|dev)/" },
      to: { path: "^app/" },
    },
    {
      name: "app-reaches-the-server-through-server-files",
      comment:
        "At run time only app's *.server.ts files and app/entry.server.tsx import the server; types, colours and addresses are free.",
      severity: "error",
      from: { path: "^app/", pathNot: ["[.]server[.]tsx?$"] },
      to: {
        path: "^(server|db|emails|dev)/",
        pathNot: "^server/core/(accent|addresses)[.]ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    { name: "routes-are-not-imported", severity: "error", from: { path: "^app/" }, to: { path: "^app/routes/" } },
    {
      name: "lib-is-at-the-bottom",
      severity: "error",
      from: { path: "^app/lib/" },
      to: { path: "^app/", pathNot: "^app/lib/" },
    },
    {
      name: "ui-imports-ui-and-lib",
      comment: "Primitives know no feature.",
      severity: "error",
      from: { path: "^app/ui/" },
      to: { path: "^app/", pathNot: "^app/(ui|lib)/" },
    },
    {
      name: "features-import-features-ui-and-lib",
      severity: "error",
      from: { path: "^app/features/", pathNot: ["[.]server[.]tsx?$"] },
      to: { path: "^app/", pathNot: "^app/(features|ui|lib)/", dependencyTypesNot: ["type-only"] },
    },
    ...featuresUpwards,
    {
      name: "unknown-feature",
      comment: "Every folder of app/features has a level in .dependency-cruiser.mjs.",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^app/features/", pathNot: `^app/features/(${features.join("|")})/` },
    },
    {
      name: "app-server-imports-lib",
      comment: "What the app's server files share knows no screen.",
      severity: "error",
      from: { path: "^app/server/" },
      to: { path: "^app/", pathNot: "^app/(server|lib)/", dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { extensions: [".ts", ".tsx", ".mjs", ".js"] },
  },
};
