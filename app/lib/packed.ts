import { useMemo } from "react";

declare const dataType: unique symbol;

/**
 * A loader's data as one text. Remix numbers every name and value of its data, which compresses badly: as a text, the
 * schedule of 16 sessions takes 600 bytes less.
 */
export type Packed<Data> = string & { readonly [dataType]?: Data };

/** Only for data that JSON can hold. */
export const pack = <Data>(data: Data): Packed<Data> => JSON.stringify(data);

export const unpack = <Data>(packed: Packed<Data>): Data => JSON.parse(packed) as Data;

/** Returns the same object until other data is loaded. */
export const useUnpacked = <Data>(packed: Packed<Data>): Data => useMemo(() => unpack(packed), [packed]);
