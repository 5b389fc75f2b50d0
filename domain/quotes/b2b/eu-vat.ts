/** A VAT number as it is stored and compared. */
export const compactVat = (text: string): string => text.toUpperCase().replace(/[\s.-]/g, '');

const COUNTRIES = 'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE LT LU LV MT NL PL PT RO SE SI SK XI'.replaceAll(
  ' ',
  '|',
);
const FORM = new RegExp(`^(${COUNTRIES})[0-9A-Z+*]{2,12}$`);

/** Has a compact text the form of a VAT number of another state of the Union? Whether it is in force says VIES alone. */
export const isEuVatNumber = (compact: string): boolean => FORM.test(compact);
