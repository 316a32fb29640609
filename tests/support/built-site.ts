/** The built site. Test files that import this module, directly or not, make a run build first (build-when-needed.ts). */
export const builtFolder = "build";
export const builtServer = `${builtFolder}/index.js`;
export const builtDevTools = `${builtFolder}/dev.js`;
export const serverMetafile = `${builtFolder}/metafile.server.json`;
export const browserMetafile = `${builtFolder}/metafile.js.json`;
export const browserFolder = "public/build";
