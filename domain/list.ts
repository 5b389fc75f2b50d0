/** Rows of a list are counted up to here: a page of a million then answers as fast as one of a thousand, and nobody scrolls further. */
export const COUNT_LIMIT = 5_000;

/** Records that one call changes at most: as many as a list counts, so that a whole filtered set is one call. */
export const MOST_AT_ONCE = COUNT_LIMIT;
/** Rows that a paper can be of when they are chosen one by one: the address holds their ids. */
export const MOST_CHOSEN = 300;

/** Rows of one answer at most. */
export const MOST_ROWS = 1_000;

/** Views of a list that one answer counts: its own and the saved ones. */
export const MOST_VIEWS = 24;
/** Characters in which the filters of those views are asked for, as they stand in an address. */
export const VIEWS_LENGTH = 8_000;
