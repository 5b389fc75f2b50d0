/** Settings by date as a browser or verb holds them (dated.ts says how they cross a wire). */
export interface DatedAnswer<V> {
  version: number;
  /** The first is in force; the others begin later, in order. `from` is null where nothing was ever set. */
  periods: { from: string | null; values: V; changed: string[] }[];
}

/** The values in force on a day. */
export const inForce = <V>({ periods }: DatedAnswer<V>, day: string): V =>
  (periods.findLast(({ from }) => from === null || from <= day) ?? periods[0]!).values;
