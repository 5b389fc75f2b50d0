/** Quotes that the session keeps for comparison (specification §9). In a file of its own: every page with the list reads it. */
export const SESSION_QUOTES = 3;
