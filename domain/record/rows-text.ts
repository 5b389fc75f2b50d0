/**
 * Reads records within a record from the text of a spreadsheet (field-text.ts writes it), if all their fields are
 * numbers with a unit.
 */
import type { Field, Fields } from './fields.ts';
import { typed } from './fields.ts';
import { parseNumber } from '../italian.ts';
import { round } from '../money.ts';

const unitOf = (field: Field): string | null =>
  field.kind === 'money' ? '€' : field.kind === 'percent' ? '%' : field.kind === 'number' ? (field.suffix ?? '') : null;

/** A number and everything up to the next number. */
const PART = /([−-]?\d[\d.,]*)\s*([^\d;−-]*)/g;

/**
 * Reads `85 kW 36 mesi 390,00 € 210,00 €; 590,00 € 300,00 €` as rows. Numbers are assigned to fields by unit, in the
 * order of the fields; when there are fewer numbers than fields of a unit, nullable fields become null. Null: the text
 * has another form.
 */
export function readRows(fields: Fields, text: string): Record<string, number | null>[] | null {
  const wanted = typed(fields).map(([key, field]) => ({ key, field, unit: unitOf(field) }));
  if (wanted.some(({ unit }) => unit === null)) return null;
  const rows = text.split(';').map((line) => readRow(wanted as Wanted[], line.trim()));
  return rows.every((row) => row !== null) ? rows : null;
}

interface Wanted {
  key: string;
  field: Field;
  unit: string;
}

function readRow(wanted: readonly Wanted[], line: string): Record<string, number | null> | null {
  const left = new Map<string, number[]>();
  for (const [, digits, unit] of line.matchAll(PART)) {
    const number = parseNumber(digits!);
    if (number === null) return null;
    const same = left.get(unit!.trim());
    if (same) same.push(number);
    else left.set(unit!.trim(), [number]);
  }
  const row: Record<string, number | null> = {};
  for (const { key, field, unit } of wanted) {
    const numbers = left.get(unit) ?? [];
    const others = wanted.filter((other) => other.unit === unit && !(other.key in row) && other.key !== key);
    const needed = others.filter((other) => !other.field.nullable).length;
    if (field.nullable && numbers.length <= needed) row[key] = null;
    else if (numbers.length === 0) return null;
    else row[key] = field.kind === 'money' ? round(numbers.shift()! * 100) : numbers.shift()!;
  }
  return [...left.values()].every((numbers) => numbers.length === 0) ? row : null;
}
