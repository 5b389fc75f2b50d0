/** Milliseconds from login to the end of a session, whatever happens in between (specification §9: 0.125 day). */
export const SESSION_MS = 3 * 3_600_000;

/** Milliseconds without a request after which a session ends too (reliability.md A4). */
export const IDLE_MS = 3_600_000;
