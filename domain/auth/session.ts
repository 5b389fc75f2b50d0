/** Milliseconds from login to the end of a session in any case (specification §9: 0.125 day). */
export const SESSION_MS = 3 * 3_600_000;

/** Milliseconds without a request after which a session ends (rules.md §26, 1). */
export const IDLE_MS = 3_600_000;
