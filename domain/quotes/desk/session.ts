/**
 * The most quotes that a session keeps for comparison (specification §9). It has its own file because every page with
 * the list loads it.
 */
export const SESSION_QUOTES = 3;
