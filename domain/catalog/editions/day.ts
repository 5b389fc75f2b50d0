/** Stands in the key of a dated row, and where a row retires, for the day that the publication gives. */
export const DAY = 'day';
