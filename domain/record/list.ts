/**
 * The rows of a list are counted up to this number: a list of a million rows then answers as fast as one of a thousand,
 * and nobody scrolls further.
 */
export const COUNT_LIMIT = 5_000;

/**
 * The most records that one call changes: as many as a list counts, so that one call can change a whole filtered list.
 */
export const MOST_AT_ONCE = COUNT_LIMIT;
/** The most rows that can be chosen one by one for a document, because the address contains their ids. */
export const MOST_CHOSEN = 300;

export const MOST_ROWS = 1_000;

/** The most views of a list, built-in and saved, that one answer counts. */
export const MOST_VIEWS = 24;
/** The most characters of the filters of these views in an address. */
export const VIEWS_LENGTH = 8_000;
