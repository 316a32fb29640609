export type SiteRoute = { id: string; pattern: string; hasAction: boolean };

export function isAddressOf({ pattern }: SiteRoute, pathname: string): boolean {
  const parts = pattern.split("/").map((part) => {
    if (part === "*") return ".*";
    return part.startsWith(":") ? "[^/]+" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("/")}/?$`).test(pathname);
}
