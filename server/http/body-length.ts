import type { Request } from "express";

/** Whether a request brings a body along, of a known length or not. */
export const hasBody = (request: Request): boolean => lengthOf(request) > 0 || isChunked(request);

/** The bytes that the body is said to have; 0 where nothing is said. */
export const lengthOf = ({ headers }: Request): number => Number(headers["content-length"] ?? 0);

/** Whether the body's length is known only when it ends. */
export const isChunked = ({ headers }: Request): boolean => headers["transfer-encoding"] !== undefined;
