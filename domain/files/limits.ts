/** All limits of company files. */

/** Folders stand in folders, this many deep. */
export const MOST_DEPTH = 6;
export const MOST_FOLDERS = 1_000;
/** Characters of a folder’s name. */
export const MOST_FOLDER_NAME = 120;
export const MOST_FILE_BYTES = 50_000_000;
/** A file comes in pieces of this size, the last one shorter: after a broken connection only the piece on its way is sent again. */
export const PIECE_BYTES = 4_000_000;
/** What all versions of a company’s files may take together, those in the bin and on their way included. */
export const QUOTA_BYTES = 10_000_000_000;
export const MOST_VERSIONS = 100;
/** Days for which what was deleted, or has expired, can be brought back. */
export const KEPT_DAYS = 30;
/** Days before its end on which somebody is told that a file expires. */
export const WARN_DAYS = 7;
/** The most files and folders that one call moves, deletes or brings back. */
export const MOST_CHOSEN = 200;
export const MOST_ZIPPED = { files: 500, bytes: 500_000_000 };
/** A file whose pieces stop coming is given up after these hours. */
export const ARRIVAL_HOURS = 24;
/** The most files that one person has on their way. */
export const MOST_ARRIVALS = 100;

/** Files to read that are named where they are counted. */
export const MOST_URGENT = 3;
