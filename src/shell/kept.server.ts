/** Rendered HTML by what it depends on. Some dozens of entries, one per set of privileges, of about 15 kB each. */
export const kept = new Map<string, string>();
