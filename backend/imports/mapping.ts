import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { headOf, shortOf, typed } from '#domain/fields.ts';
import type { ImportTarget } from '#domain/imports/schema.ts';
import type { Ctx } from '../lib/context.ts';
import { mayBeAbsent, plain } from '../lib/import-rows.ts';
import type { Importable } from '../lib/importable.ts';
import { guess } from './guess.ts';

/** The fields that a column can be mapped to, in the order of the record. */
export const targetsOf = ({ of: { fields } }: Importable): ImportTarget[] => {
  const own = new Set(typed(fields).map(([key]) => key));
  return Object.entries(fields).flatMap(([key, field]) => {
    const label = headOf(field);
    if (label === null) return [];
    const needed = own.has(key) && (Boolean(field.required && field.default === undefined) || !mayBeAbsent(field));
    const among = field.kind === 'choice' || field.kind === 'many' ? Object.values(field.words).join(', ') : '';
    return [{ field: key, label, needed, help: among.length > 120 ? '' : among }];
  });
};

export const keysOf = ({ keys, of: { fields } }: Importable) =>
  keys.map((field) => ({ field, label: shortOf(fields[field]!) }));

/** The fields that the company last chose for columns of this kind, by heading. */
export async function remembered(ctx: Ctx, kind: string): Promise<Map<string, string | null>> {
  const rows = await ctx.db
    .selectFrom('importColumns')
    .select(['head', 'field'])
    .where('companyId', '=', ctx.user.companyId)
    .where('kind', '=', kind)
    .execute();
  return new Map(rows.map(({ head, field }) => [head, field]));
}

/** Stores the chosen fields for the next file. */
export async function remember(ctx: Ctx, kind: string, heads: readonly string[], fields: readonly (string | null)[]) {
  const rows = new Map(heads.flatMap((head, index) => (head ? [[plain(head), fields[index] ?? null]] : [])));
  const chosen = [...rows].map(([head, field]) => ({ head, field }));
  await sql`insert into import_columns (company_id, kind, head, field)
    select ${ctx.user.companyId}, ${kind}, head, field from jsonb_to_recordset(${JSON.stringify(chosen)}::jsonb) as c (head text, field text)
    on conflict (company_id, kind, head) do update set field = excluded.field`.execute(ctx.db);
}

/** Throws `invalid` when columns are mapped to unknown fields, or two columns to the same. */
export function checkMapping(
  kind: Importable,
  heads: readonly string[],
  { fields, match }: { fields: (string | null)[]; match: string },
) {
  const wrong = (field: string, message: string) => new Failure('invalid', undefined, { fields: { [field]: message } });
  const targets = new Map(targetsOf(kind).map((target) => [target.field, target.label]));
  if (fields.length !== heads.length) throw wrong('fields', `Il file ha ${heads.length} colonne`);
  for (const [index, field] of fields.entries()) {
    if (field === null) continue;
    if (!targets.has(field)) throw wrong(`fields.${index}`, 'Colonna non prevista');
    if (fields.indexOf(field) !== index)
      throw wrong(`fields.${index}`, `La colonna «${targets.get(field)}» c’è due volte`);
  }
  if (!kind.keys.includes(match)) throw wrong('match', 'Scegliere come riconoscere le righe');
  if (!fields.includes(match)) throw wrong('match', `Manca la colonna «${targets.get(match)}»`);
}

/** How the columns with these heads begin: guessed, and waiting for a person where none of them finds records. */
export async function beginColumns(
  ctx: Ctx,
  kind: Importable,
  heads: readonly string[],
  samples: readonly (readonly string[])[],
) {
  const fields = guess(kind, heads, await remembered(ctx, kind.kind), samples);
  const match = kind.keys.find((key) => fields.includes(key)) ?? kind.keys[0];
  const state = stateFor(() => checkMapping(kind, heads, { fields, match }));
  return { heads: JSON.stringify(heads), fields: JSON.stringify(fields), match, state };
}

/** When no column is mapped to the key, a person must choose it first. */
function stateFor(check: () => void): 'mapping' | 'checking' {
  try {
    check();
    return 'checking';
  } catch (error) {
    if (error instanceof Failure) return 'mapping';
    throw error;
  }
}
