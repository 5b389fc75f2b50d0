import { z } from 'zod';
import { companyFields } from '../companies/fields.ts';
import { locationFields } from '../companies/place-fields.ts';
import { line } from '../text.ts';

const MOST_PLACES = 20;
const MOST_BRANDS = 50;
const upTo = (most: number) => `Al massimo ${most} caratteri`;
const named = (most: number, missing: string) => line.min(1, missing).max(most, upTo(most));
const distinct = (all: readonly unknown[]) => new Set(all).size === all.length;

/** What the manufacturer says of a company that it opens: money in cents with VAT. */
export const opening = z.object({
  name: named(companyFields.name.maxLength, companyFields.name.required),
  province: z
    .string()
    .max(2)
    .regex(/^[A-Z]{2}$/, 'Scegliere una provincia'),
  /** Makers by number; null: all of them. */
  brands: z
    .array(z.int().positive())
    .min(1, 'Scegliere almeno una marca')
    .max(MOST_BRANDS)
    .refine(distinct, 'Ogni marca una volta sola')
    .nullable(),
  /** The administrator, who is invited. */
  adminName: named(100, 'Inserire nome e cognome'),
  email: z.email('Inserire un indirizzo e-mail').max(254, upTo(254)),
  places: z
    .array(named(locationFields.name.maxLength, 'Inserire il nome della sede'))
    .min(1, 'Inserire almeno una sede')
    .max(MOST_PLACES, `Al massimo ${MOST_PLACES} sedi`)
    .refine((all) => distinct(all.map((place) => place.toLowerCase())), 'Ogni sede una volta sola'),
  /** Null: as new companies begin with. */
  roadCost: z
    .int('Inserire un importo')
    .min(0, 'Non può essere negativo')
    .max(9_999_99, 'Al massimo 9.999,99 €')
    .nullable(),
});

export const suspension = z.object({
  reason: line.min(3, 'Scrivere il motivo').max(300, upTo(300)),
});
