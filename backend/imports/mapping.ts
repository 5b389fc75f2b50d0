import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { headOf, shortOf, typed, type Field } from '#domain/record/fields.ts';
import type { ImportTarget, Mapping } from '#domain/imports/schema.ts';
import { NOTE } from '#domain/imports/terms.ts';
import type { Ctx } from '../lib/work/context.ts';
import { mayBeAbsent, plain } from '../lib/records/import-rows.ts';
import type { Importable } from '../lib/records/importable.ts';
import { columnsOf, fieldOf, guess } from './guess.ts';
import { keptMeanings } from './values.ts';

/** The fields that a column can be mapped to, in the order of the record; the notes take any number of columns. */
export const targetsOf = (kind: Importable): ImportTarget[] => {
  const own = new Set(typed(kind.of.fields).map(([key]) => key));
  const targets = Object.entries(columnsOf(kind)).map(([key, field]) => {
    const needed = own.has(key) && (Boolean(field.required && field.default === undefined) || !mayBeAbsent(field));
    const among = field.kind === 'choice' || field.kind === 'many' ? Object.values(field.words).join(', ') : '';
    return { field: key, label: headOf(field)!, needed, help: among.length > 120 ? '' : among };
  });
  if (!kind.of.fields['notes']) return targets;
  return [...targets, { field: NOTE, label: 'Una riga delle note', needed: false, help: '' }];
};

export const keysOf = (kind: Importable) => kind.keys.map((field) => ({ field, label: shortOf(fieldOf(kind, field)) }));

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
export function checkMapping(kind: Importable, heads: readonly string[], { fields, matches }: Mapping): void {
  const wrong = (field: string, message: string) => new Failure('invalid', undefined, { fields: { [field]: message } });
  const targets = new Map(targetsOf(kind).map((target) => [target.field, target.label]));
  if (fields.length !== heads.length) throw wrong('fields', `Il file ha ${heads.length} colonne`);
  for (const [index, field] of fields.entries()) {
    if (field === null || (field === NOTE && targets.has(field))) continue;
    if (!targets.has(field)) throw wrong(`fields.${index}`, 'Colonna non prevista');
    if (fields.indexOf(field) !== index)
      throw wrong(`fields.${index}`, `La colonna «${targets.get(field)}» c’è due volte`);
  }
  for (const match of matches) {
    if (!kind.keys.includes(match)) throw wrong('matches', 'Scegliere come riconoscere le righe');
    if (!fields.includes(match)) throw wrong('matches', `Manca la colonna «${targets.get(match)}»`);
  }
}

/** Why rows cannot be checked yet: a code that every record has is in no column. Throws `invalid`. */
export function refuseKeyless(kind: Importable, { fields }: Pick<Mapping, 'fields'>): void {
  const isOfAll = ({ required, nullable }: Field) => required !== undefined && nullable === undefined;
  const missing = kind.keys.filter((key) => isOfAll(fieldOf(kind, key)) && !fields.includes(key));
  if (missing.length === 0) return;
  const label = shortOf(fieldOf(kind, missing[0]!));
  throw new Failure('invalid', `Manca la colonna «${label}»: scegliere quale è.`, {
    fields: { fields: `Manca la colonna «${label}»: scegliere quale è` },
  });
}

/** The keys by which the rows of a file with these columns find their records, unless a person says otherwise. */
export const matchesFor = ({ keys, weak = [] }: Importable, fields: readonly (string | null)[]): string[] => {
  const mapped = keys.filter((key) => fields.includes(key));
  const sure = mapped.filter((key) => !weak.includes(key));
  return sure.length > 0 ? sure : mapped;
};

/** How an import of a list with these heads begins: guessed, with what the company said of earlier files. */
export async function beginColumns(
  ctx: Ctx,
  kind: Importable,
  heads: readonly string[],
  samples: readonly (readonly string[])[],
) {
  const fields = guess(kind, heads, await remembered(ctx, kind.kind), samples);
  const whole = (await kind.whole?.(ctx)) ?? {};
  const absent = Object.entries(whole).filter(([key, text]) => text && !fields.includes(key));
  return {
    heads: JSON.stringify(heads),
    fields: JSON.stringify(fields),
    matches: JSON.stringify(matchesFor(kind, fields)),
    meanings: JSON.stringify(await keptMeanings(ctx, kind.kind)),
    defaults: JSON.stringify(Object.fromEntries(absent)),
    units: '{}',
    state: 'mapping' as const,
  };
}
