/** Rows of a list are counted up to here: a page of a million then answers as fast as one of a thousand, and nobody scrolls further. */
export const COUNT_LIMIT = 5_000;
