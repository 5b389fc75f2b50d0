import type { State } from '#domain/machine.ts';
import { quoteStates } from '../terms.ts';

const { converted: _, ...states } = quoteStates;
/**
 * States of a wholesale offer: those of a quote without the contract, because its cars are sold when it is accepted
 * (domain.md §4.4, U8).
 */
export const b2bStates = states satisfies Record<string, State>;
export type B2bState = keyof typeof b2bStates;

/**
 * The deed of the cars that the dealer sees to: an expense type of specification §3 (domain.md §2.6), or nothing.
 */
export const transfers = {
  b2b: 'Minivoltura',
  export: 'Radiazione per esportazione',
  none: 'A cura dell’acquirente',
} as const;
export type Transfer = keyof typeof transfers;

/** The most cars of one offer. */
export const MOST_CARS = 30;

/** A VAT number as it is stored and compared. */
export const compactVat = (text: string): string => text.toUpperCase().replace(/[\s.-]/g, '');

const COUNTRIES = 'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE LT LU LV MT NL PL PT RO SE SI SK XI'.replaceAll(
  ' ',
  '|',
);
const FORM = new RegExp(`^(${COUNTRIES})[0-9A-Z+*]{2,12}$`);

/** Whether a compact text has the form of a VAT number of another EU country; only VIES knows whether it is valid. */
export const isEuVatNumber = (compact: string): boolean => FORM.test(compact);
