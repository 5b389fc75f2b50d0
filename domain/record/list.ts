/**
 * The rows of a list are counted up to this number: a list of a million rows then answers as fast as one of a thousand,
 * and whoever wants more narrows it or exports it.
 */
export const COUNT_LIMIT = 5_000;

/**
 * What the link behind a number adds to the filters of its list, so that the list says the same number and its sums: that
 * of more rows than lists count asks for a count to the end. The answer is part of an address.
 */
export const exactly = (count: number): Record<string, string> => (count > COUNT_LIMIT ? { exact: 'true' } : {});

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
