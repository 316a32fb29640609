/** Explained in docs/decisions/105-a-level-is-a-folder.md. */

/**
 * The levels of server/, from the top level down: a level imports only from levels below it, and a folder of a level only
 * from folders after it and from files beside them.
 */
export const levels = {
  office: [
    "monitoring",
    "doctor",
    "operations",
    "backup",
    "imports",
    "insights",
    "members",
    "directory",
    "deletion",
    "orders",
    "managing",
  ],
  selling: [
    "kinds",
    "standing",
    "courses",
    "one-to-one",
    "bookings",
    "waitlist",
    "free-times",
    "memberships",
    "purchases",
    "recordings",
    "resources",
    "order",
  ],
  payments: ["withdrawals", "invoices"],
  catalogue: [
    "calendars",
    "passes",
    "gift-cards",
    "testimonials",
    "discounts",
    "products",
    "schedule",
    "site",
    "pages",
    "preparing",
    "entitlements",
  ],
  accounts: [],
  platform: ["calendar", "mail", "media", "jobs", "money", "artwork"],
  core: [],
};
const names = Object.keys(levels);

/** May import anything; only other roots import them. */
export const roots = ["^server/(http|api|process|commands)/", "^server/.*router[.]ts$"];

const upwards = names.slice(1).map((level, index) => ({
  name: `${level}-imports-upwards`,
  comment: `server/${level} imports only from levels below it.`,
  severity: "error",
  from: { path: `^server/${level}/`, pathNot: roots },
  to: { path: `^server/(${names.slice(0, index + 1).join("|")})/` },
}));

/**
 * The folders of a domain with many files, from the top down, named after what is done with it: a folder imports only from
 * folders after it and from the files beside them, which import from none of them.
 */
const subfolders = {
  "selling/bookings": ["show", "attendees", "move", "book", "pay", "cancel", "mails", "health"],
  "selling/memberships": ["by-hand", "account", "join", "leave", "tend", "stripe", "show", "plans", "periods", "mails"],
};

const upwardsInFolders = Object.entries({ ...levels, ...subfolders }).flatMap(([parent, folders]) =>
  folders.map((folder, index) => ({
    name: `${parent}-imports-${folder}`,
    comment: `Of server/${parent} only folders before ${folder} import from it.`,
    severity: "error",
    from: {
      path: `^server/${parent}/`,
      pathNot: [`^server/${parent}/(${folders.slice(0, index + 1).join("|")})/`, ...roots],
    },
    to: { path: `^server/${parent}/${folder}/` },
  })),
);

/** The folders of app/features, from the top level down: a folder imports only from lower levels. */
export const featureLevels = [
  ["admin", "members"],
  ["outlines"],
  ["recordings"],
  ["resources", "passes", "gift-cards", "courses", "one-to-one", "memberships"],
  ["purchases"],
  ["bookings", "accounts"],
  ["schedule", "buying"],
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
    ...upwardsInFolders,
    {
      name: "unknown-level",
      comment: "Every folder of server/ is a level of .dependency-cruiser.mjs.",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^server/", pathNot: `^server/(${[...names, "http", "api", "process", "commands"].join("|")})/` },
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
          "^(db/schema/|db/one[.]ts$|server/(accounts/hash-password|platform/mail/sealed-text|platform/media/(media-kinds|shape-picture|store-picture)|catalogue/schedule/category-names|catalogue/site/starting-health)[.]ts$)",
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
