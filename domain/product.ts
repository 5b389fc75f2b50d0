/** The product's name: the suffix of page titles, and what the banner of a new version calls it (specification §1, §2). */
export const PRODUCT = 'Volante';
