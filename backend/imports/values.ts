/** The values of a file's columns whose fields have words, and what they mean. */
import { sql } from 'kysely';
import { headOf, typed } from '#domain/record/fields.ts';
import type { ColumnValues, ImportDetails, Meanings } from '#domain/imports/schema.ts';
import { MOST_VALUES } from '#domain/imports/terms.ts';
import { isNothing } from '#domain/imports/tidy.ts';
import { unitsOf } from '#domain/imports/units.ts';
import { Failure } from '#domain/errors.ts';
import type { Ctx } from '../lib/work/context.ts';
import { mayBeAbsent, plain } from '../lib/records/import-rows.ts';
import type { Importable, Vocabulary } from '../lib/records/importable.ts';
import { columnsOf } from './guess.ts';
import { knownOf, valuesIn, wordsOf } from './meanings.ts';
import { rowsOf, type ImportRecord } from './record.ts';

type Said = ImportRecord['meanings'];
const MOST_VALUE = 200;

/** What the company said of values in earlier files of the kind. */
export async function keptMeanings(ctx: Ctx, kind: string): Promise<Said> {
  const rows = await ctx.db
    .selectFrom('importMeanings')
    .select(['field', 'value', 'meaning', 'saidOn'])
    .where('companyId', '=', ctx.user.companyId)
    .where('kind', '=', kind)
    .execute();
  const said: Said = {};
  for (const { field, value, meaning, saidOn } of rows)
    said[field] = { ...said[field], [value]: { to: meaning, since: String(saidOn) } };
  return said;
}

/** Keeps what a person said of the values of this file for the next one. */
export async function keepMeanings(ctx: Ctx, it: ImportRecord): Promise<void> {
  const rows = Object.entries(it.meanings).flatMap(([field, values]) =>
    Object.entries(values).flatMap(([value, { to, since }]) => (since === null ? [{ field, value, meaning: to }] : [])),
  );
  await sql`insert into import_meanings (company_id, kind, field, value, meaning, said_on)
    select ${ctx.user.companyId}, ${it.kind}, field, value, meaning, ${ctx.today}::date
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (field text, value text, meaning text)
    on conflict (company_id, kind, field, value) do update set meaning = excluded.meaning, said_on = excluded.said_on returning field`.execute(
    ctx.db,
  );
}

/** The columns whose fields have words, with their different values, the most frequent first. */
export async function valuesOf(
  ctx: Ctx,
  kind: Importable,
  it: ImportRecord,
  vocabulary: Vocabulary,
): Promise<ColumnValues[]> {
  const fields = columnsOf(kind);
  const known = knownOf(kind, vocabulary);
  const own = new Set(typed(kind.of.fields).map(([key]) => key));
  const columns: ColumnValues[] = [];
  for (const [index, key] of it.fields.entries()) {
    const field = key === null ? undefined : fields[key];
    const words = key !== null && field ? wordsOf(key, field, vocabulary) : null;
    if (key === null || !field || !words) continue;
    const { rows } = await sql<{
      value: string;
      count: number;
    }>`select left(coalesce(cells ->> ${index}::int, ''), ${MOST_VALUE}) as value,
        count(*)::int as count from import_rows where ${rowsOf(ctx, it)} group by 1 order by 2 desc, 1 limit ${MOST_VALUES}`.execute(
      ctx.db,
    );
    const needed = own.has(key) && !mayBeAbsent(field);
    const counts = new Map<string, number>();
    for (const { value, count } of rows) {
      const text = isNothing(value) ? '' : value;
      const isSaid = (one: string) => Boolean(it.meanings[key]?.[plain(one)] ?? known(key, one));
      for (const one of valuesIn(field, text, isSaid)) counts.set(one, (counts.get(one) ?? 0) + count);
    }
    const values = [...counts].map(([value, count]): ColumnValues['values'][number] => {
      const said = it.meanings[key]?.[plain(value)];
      if (said) return { value, count, meaning: said.to, source: said.since ? 'kept' : 'chosen', since: said.since };
      const found = known(key, value);
      if (found) return { value, count, meaning: found.word, source: found.isOwn ? 'own' : 'proposed', since: null };
      // A quantity says yes or no by itself, and nothing is nothing where it may be.
      const isPlain = value === '' ? !needed : field.kind === 'flag' && /^-?\d+([.,]\d+)?$/.test(value);
      return { value, count, meaning: '', source: isPlain ? 'own' : 'open', since: null };
    });
    columns.push({ field: key, head: it.heads[index]!, label: headOf(field)!, words: [...words], needed, values });
  }
  return columns;
}

/** The fields that may be said for a whole file, where no column says them. */
export async function defaultsOf(
  ctx: Ctx,
  kind: Importable,
  it: ImportRecord,
  vocabulary: Vocabulary,
): Promise<ImportDetails['defaults']> {
  const fields = columnsOf(kind);
  return Object.keys((await kind.whole?.(ctx)) ?? {})
    .filter((key) => !it.fields.includes(key))
    .map((key) => {
      const words = wordsOf(key, fields[key]!, vocabulary) ?? [];
      return { field: key, label: headOf(fields[key]!)!, words: [...words], value: it.defaults[key] ?? '' };
    });
}

/** The import with what a person said. Throws `invalid` where a field has no such word. */
export function withMeanings(
  kind: Importable,
  it: ImportRecord,
  said: Meanings,
  vocabulary: Vocabulary,
): Pick<ImportRecord, 'meanings' | 'defaults' | 'unfixed' | 'units'> {
  const fields = columnsOf(kind);
  const wordsIn = (key: string) => fields[key] && wordsOf(key, fields[key], vocabulary);
  const check = (path: string, words: readonly string[] | null | undefined, text: string) => {
    const message = !words ? 'Colonna non prevista' : 'Scegliere una delle voci';
    if (!words || (text !== '' && !words.includes(text)))
      throw new Failure('invalid', undefined, { fields: { [path]: message } });
  };
  const meanings: Said = { ...it.meanings };
  const units = { ...it.units };
  for (const [at, { field, value, meaning }] of said.meanings.entries()) {
    const measure = fields[field] && unitsOf(fields[field]);
    check(`meanings.${at}`, measure?.names ?? wordsIn(field), meaning);
    if (measure) units[field] = { counts: units[field]?.counts ?? {}, bare: meaning };
    else meanings[field] = { ...meanings[field], [plain(value)]: { to: meaning, since: null } };
  }
  const defaults = { ...it.defaults };
  for (const [at, { field, value }] of said.defaults.entries()) {
    check(`defaults.${at}`, wordsIn(field), value);
    defaults[field] = value;
  }
  return { meanings, defaults, unfixed: said.unfixed ?? it.unfixed, units };
}
