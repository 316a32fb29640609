import { assetUrl } from "./scripts/lib/project.mjs";

/** The pages of a collection, on the site and in the back office. */
function collectionAddresses(page, buyers) {
  const library = `admin/${page}`;
  return [
    { path: page, index: true, file: "routes/shared/collection.tsx", parentId: "routes/_site" },
    { path: `${page}/:id`, file: "routes/shared/recording.tsx", parentId: "routes/_site" },
    { path: library, file: "routes/shared/library.tsx", parentId: "routes/_admin" },
    { path: `admin/${buyers}`, file: "routes/shared/purchases.tsx", parentId: "routes/_admin" },
    { path: `${library}/new`, file: "routes/shared/new-recording.tsx", parentId: "routes/_admin" },
    { path: `${library}/:id`, file: "routes/shared/edit-recording.tsx", parentId: "routes/_admin" },
    { path: `${library}/:id/captions/:language`, file: "routes/shared/captions.tsx", parentId: "routes/_admin" },
    { path: `${library}/:id/delete`, file: "routes/shared/delete-recording.tsx", parentId: "routes/_admin" },
  ];
}

const movedProduct = (page) => ({
  path: `admin/${page}`,
  file: "routes/shared/moved-product.ts",
  parentId: "routes/_admin",
});

/** Addresses beside those that the names in app/routes stand for: here one module serves several. */
const addresses = [
  { path: "session/:id", file: "routes/_site.sessions.$id.tsx", parentId: "routes/_site" },
  // Two collections have addresses of their own.
  ...["birth", "stress"].flatMap((name) => collectionAddresses(`${name}-recordings`, `${name}-purchases`)),
  ...collectionAddresses("collections/:slug", "collections/:slug/purchases"),
  ...["about", "faq", "privacy", "terms", "accessibility", "pages/:slug"].map((path) => ({
    path,
    file: "routes/shared/page.tsx",
    parentId: "routes/_site",
  })),
  // Where the pages of products were before they had one address for all kinds.
  ...["passes", "gift-cards", "courses", "memberships", "resources"].flatMap((kind) =>
    [kind, `${kind}/new`, `${kind}/:id`, `${kind}/:id/delete`].map(movedProduct),
  ),
  ...["", "/new", "/:slug/edit", "/:slug/delete"].map((page) => movedProduct(`collections${page}`)),
  // The waitlist of a course is managed as that of a session.
  ...["offer", "remove"].map((act) => ({
    path: `admin/courses/:id/waitlist/:entryId/${act}`,
    file: `routes/_admin.admin.sessions.$id_.waitlist.$entryId.${act}.tsx`,
    parentId: "routes/_admin",
  })),
  ...["feed.json", "feed.xml", "feed.atom"].map((path) => ({ path, file: "routes/shared/schedule-feed.ts" })),
];

/** Also the name of the route's file in the browser's bundle. */
const idOf = ({ path }) => path.replaceAll(/\W+/g, "-");

/** @type {import('@remix-run/dev').AppConfig} */
export default {
  appDirectory: "app",
  assetsBuildDirectory: "public/build",
  publicPath: `${assetUrl()}/build/`,
  server: "./server/process/index.ts",
  serverBuildPath: "build/index.js",
  serverModuleFormat: "esm",
  serverMinify: false,
  // Unbundled, these packages consist of hundreds of small files, a quarter of the server's start-up time.
  serverDependenciesToBundle: [/^@react-email\//, /^stripe/, /^@headlessui\//, /^@?react-aria/, /^@react-stately\//],
  tailwind: false,
  postcss: true,
  watchPaths: ["./server/process", "./db", "./dev", "./emails"],
  ignoredRouteFiles: ["**/.*"],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_lazyRouteDiscovery: true,
    v3_singleFetch: true,
  },
  routes: () => Object.fromEntries(addresses.map((route) => [idOf(route), { id: idOf(route), ...route }])),
};
