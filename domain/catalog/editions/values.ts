/** Whether a value fits a field of the catalogue. Without zod, so that the grid in the browser asks the same. */
import { money } from '#domain/italian.ts';
import type { Value } from './changes.ts';
import { DAY } from './day.ts';
import { tableOf, type CatalogField, type CatalogKind } from './tables.ts';

const COLOUR = /^#[0-9a-f]{6}$/;
const numbers = ['bigint', 'int', 'numeric'];

const amount = (value: number, { unit }: CatalogField): string => (unit === 'cents' ? money(value) : String(value));

/** Why a value does not fit, in Italian; null: it fits. Prices are cents; a day is the publication's or none. */
export function valueFault(kind: CatalogKind, name: string, value: Value): string | null {
  const field = tableOf(kind).fields[name];
  if (!field) return 'Dato non modificabile';
  const { type, choices, isOptional, least = 0, most = Infinity } = field;
  if (value === null) return isOptional ? null : `${field.label}: manca`;
  if (type === 'date') return value === DAY ? null : 'Il giorno è quello della pubblicazione';
  if (type === 'boolean') return typeof value === 'boolean' ? null : 'Valore non ammesso';
  if (numbers.includes(type)) {
    if (typeof value !== 'number' || !Number.isFinite(value)) return 'Inserire un numero';
    if (type !== 'numeric' && !Number.isSafeInteger(value)) return 'Inserire un numero intero';
    if (value < least) return `Almeno ${amount(least, field)}`;
    return value > most ? `Al massimo ${amount(most, field)}` : null;
  }
  if (typeof value !== 'string') return 'Inserire un testo';
  if (choices) return Object.hasOwn(choices, value) ? null : 'Scegliere un valore dell’elenco';
  if (value.trim().length < least) return `${field.label}: manca`;
  if (name === 'colour' && !COLOUR.test(value)) return 'Scrivere il colore come #rrggbb';
  return value.length > most ? `Al massimo ${most} caratteri` : null;
}

/** What a person types becomes what is stored: texts without spaces around them. */
export const typedValue = (value: Value): Value =>
  typeof value === 'string' ? value.trim().replace(/\s+/g, ' ') : value;
