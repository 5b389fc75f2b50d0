/** Unread ones are counted so far; more are "99+". */
export const MOST_UNREAD = 99;
/** Notifications are kept so long, read or not. */
export const KEPT_DAYS = 90;
