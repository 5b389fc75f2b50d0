/** HTML by what it depends on: of some dozens of sets of privileges, about 15 kB each. */
export const kept = new Map<string, string>();
