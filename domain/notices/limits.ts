/** Unread notifications are counted up to this number; more are shown as "99+". */
export const MOST_UNREAD = 99;
/** Days for which notifications are kept, read or not. */
export const KEPT_DAYS = 90;
