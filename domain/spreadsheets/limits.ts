/** The most rows of a spreadsheet that is made while somebody waits; a job makes a longer one. */
export const EXPORT_LIMIT = 50_000;
/** The most rows of one that a job makes: a spreadsheet program opens 1,048,576. */
export const MOST_SPREADSHEET_ROWS = 1_000_000;
/** The most that a job makes for one person at a time. */
export const MOST_WAITING = 3;
/** Days for which one is kept. */
export const KEPT_DAYS = 7;
