/** How pages and server tell people of each other who work at one record. */

/** Seconds between two looks of a page at who else is there. */
export const LOOK_SECONDS = 10;
/** Seconds after which somebody who is not heard of is gone: more than two looks of a page. */
export const GONE_SECONDS = 40;
