/** Where browsers with JavaScript send files, piece by piece. */
export const uploadsPath = "/api/uploads";
export const uploadMethods = ["OPTIONS", "POST", "HEAD", "PATCH", "DELETE"];

/** The admin's forms with files, for browsers without JavaScript. */
export const uploadForms = [
  /^\/admin\/sessions\/new(\.data)?$/,
  /^\/admin\/sessions\/[^/]+\/edit(\.data)?$/,
  /^\/admin\/(birth|stress)-recordings\/[^/]+$/,
];

export const isBelowUploads = (path: string): boolean => path === uploadsPath || path.startsWith(`${uploadsPath}/`);
