/** Columns whose values are in several units: the check counts them, and what names no unit is asked about. */
import { headOf } from '#domain/record/fields.ts';
import type { ColumnValues } from '#domain/imports/schema.ts';
import { unitOfHead, unitsOf } from '#domain/imports/units.ts';
import { integer } from '#domain/italian.ts';
import type { Importable } from '../lib/records/importable.ts';
import type { Decision } from './decide.ts';
import { columnsOf } from './guess.ts';
import type { ImportRecord, Units } from './record.ts';

/** The units as a check begins: what a person said of them stays. */
export const uncounted = (units: Units): Units =>
  Object.fromEntries(Object.entries(units).map(([key, unit]) => [key, { ...unit, counts: {} }]));

/** Adds the units that rows name to those of an import; a rejected row is looked at again. */
export function addUnits(units: Units, rows: readonly Pick<Decision, 'named' | 'outcome'>[]): Units {
  const after = structuredClone(units);
  for (const { named, outcome } of rows)
    for (const [key, unit] of outcome === 'refused' ? [] : named) {
      const { counts } = (after[key] ??= { counts: {} });
      counts[unit] = (counts[unit] ?? 0) + 1;
    }
  return after;
}

/**
 * The columns in which some values name another unit than the one in which those are read that name none: a person is
 * asked about these. What the heading says is proposed.
 */
export function mixedIn(kind: Importable, it: Pick<ImportRecord, 'heads' | 'fields' | 'units'>): ColumnValues[] {
  const fields = columnsOf(kind);
  return it.fields.flatMap((key, index): ColumnValues[] => {
    const field = key === null ? undefined : fields[key];
    const measure = field && unitsOf(field);
    if (!key || !measure) return [];
    const { counts = {}, bare } = it.units[key] ?? {};
    const ofHead = unitOfHead(field, it.heads[index]!);
    const usual = ofHead ?? measure.names[0]!;
    const { '': count = 0, ...named } = counts;
    if (count === 0 || Object.keys(named).every((unit) => unit === usual)) return [];
    const others = measure.names.flatMap((unit) => (named[unit] ? [`${unit}: ${integer(named[unit])}`] : []));
    const source = bare === undefined ? (ofHead ? 'proposed' : 'open') : 'chosen';
    const value = { value: measure.bare, count, meaning: bare ?? usual, source, since: null } as const;
    const label = `${headOf(field)!} (${others.join(', ')})`;
    return [{ field: key, head: it.heads[index]!, label, words: [...measure.names], needed: false, values: [value] }];
  });
}
