/** A list inside another object, complete in one page. */
export type InnerList<T> = { object: "list"; data: T[]; has_more: boolean; url: string };

export const innerList = <T>(data: T[], url: string): InnerList<T> => ({ object: "list", data, has_more: false, url });
