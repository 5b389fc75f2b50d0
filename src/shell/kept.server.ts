/** Rendered HTML by the values that it depends on: some dozens of entries, one per set of privileges, about 15 kB each. */
export const kept = new Map<string, string>();
