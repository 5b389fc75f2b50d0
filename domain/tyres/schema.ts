import { z } from 'zod';
import { cents, code, taxRate } from '../reference.ts';
import { builds, labelClasses, noiseClasses, pfuCategories, seasons, speeds } from './terms.ts';

const keys = <K extends string>(words: Record<K, string>) => Object.keys(words) as [K, ...K[]];
const whole = (low: number, high: number) => {
  const message = `Inserire un numero da ${low} a ${high}`;
  return z.int(message).min(low, message).max(high, message);
};
const name = (missing: string) => z.string().trim().min(1, missing).max(80, 'Al massimo 80 caratteri');

/** What a person types of a tyre; price is VAT-inclusive cents, cost is net cents, both for one tyre. */
export const tyreInput = z.object({
  code,
  brand: name('Inserire la marca'),
  model: name('Inserire il modello'),
  /** Millimetres. */
  width: whole(105, 395),
  /** Height in percent of the width. */
  ratio: whole(20, 95),
  /** Inches. */
  rim: whole(8, 24),
  build: z.enum(keys(builds)),
  /** Load index, for twin tyres too: `107/105`. */
  load: z.string().regex(/^\d{2,3}(\/\d{2,3})?$/, 'Inserire un indice di carico, per esempio 91'),
  speed: z.enum(speeds, `Codice di velocità: ${speeds.join(', ')}`),
  season: z.enum(keys(seasons)),
  /** European label; null: not stated. */
  fuelClass: z.enum(labelClasses, 'Classe di consumo da A a E').nullable(),
  wetClass: z.enum(labelClasses, 'Classe sul bagnato da A a E').nullable(),
  noiseDb: whole(55, 85).nullable(),
  noiseClass: z.enum(noiseClasses, 'Classe di rumore da A a C').nullable(),
  /** Alpine symbol (3PMSF). */
  snow: z.boolean(),
  price: cents,
  cost: cents,
  taxRate,
  pfu: z.enum(keys(pfuCategories), `Categoria PFU: ${Object.keys(pfuCategories).join(', ')}`),
  inStock: z.boolean(),
});
export type TyreInput = z.output<typeof tyreInput>;

export const tyre = tyreInput.extend({
  id: z.int(),
  version: z.int(),
  /** `205/55 R16 91V`. */
  size: z.string(),
  /** European label in one line, such as `C · B · 71 dB B`; empty: none. */
  label: z.string(),
  archived: z.boolean(),
});
export type Tyre = z.output<typeof tyre>;
