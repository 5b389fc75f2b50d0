/** Plate and chassis number as people type them. */
import { z } from 'zod';

const upper = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Al massimo ${most} caratteri`)
    .transform((text) => text.toUpperCase());

/** Unusual plates are accepted, because foreign ones are free text (rules.md §8). */
export const plateInput = (most: number) =>
  upper(most).refine((text) => /^[A-Z0-9 -]*$/.test(text), 'Solo lettere, cifre, spazi e trattini');

/** A shorter one is from before 1981 (rules.md §8). */
export const vinInput = (most: number) =>
  upper(2 * most)
    .transform((text) => text.replaceAll(' ', ''))
    .refine(
      (text) => text === '' || /^[A-HJ-NPR-Z0-9]{5,17}$/.test(text),
      'Il telaio ha da 5 a 17 lettere e cifre, senza I, O e Q',
    );

interface Priced {
  minPrice: number | null;
}
export const pricesInOrder =
  <K extends string>(asked: K) =>
  (car: Priced & Record<K, number | null>): boolean =>
    car.minPrice === null || car[asked] === null || car.minPrice <= car[asked];
export const pricesWrong = { path: ['minPrice'], message: 'Il prezzo minimo non può superare il prezzo al pubblico' };
