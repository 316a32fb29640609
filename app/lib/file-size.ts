/** Returns a file's size as text: "840 kB", "12.3 MB". */
export const formatFileSize = (bytes: number): string =>
  bytes < 1024 ** 2 ? `${Math.round(bytes / 1024)} kB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
