/** @type {import('@remix-run/dev').AppConfig} */
export default {
  appDirectory: "app",
  assetsBuildDirectory: "public/build",
  publicPath: "/build/",
  server: "./server/index.ts",
  serverBuildPath: "build/index.js",
  serverModuleFormat: "esm",
  serverMinify: false,
  // Unbundled, these packages consist of hundreds of small files, a quarter of the server's start-up time.
  serverDependenciesToBundle: [/^@react-email\//, /^stripe/, /^@headlessui\//, /^@?react-aria/, /^@react-stately\//],
  tailwind: false,
  postcss: true,
  watchPaths: ["./server", "./db", "./dev", "./emails"],
  ignoredRouteFiles: ["**/.*"],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_lazyRouteDiscovery: true,
    v3_singleFetch: true,
  },
  // Both addresses show the same screen; the first is the canonical one.
  routes: (defineRoutes) => {
    const routes = defineRoutes((route) => {
      route("session/:id", "routes/_site.sessions.$id.tsx", { id: "session-alias" });
    });
    return { "session-alias": { ...routes["session-alias"], parentId: "routes/_site" } };
  },
};
