import { distributed } from '#backend/db/distribution.ts';
import { columns as held } from '#backend/persons/held.ts';

type Query = (text: string, values?: unknown[]) => Promise<object[]>;

/** Runs statements without foreign keys and triggers, as who restores a backup does. */
const untied = (body: string) => `do $do$ declare name text; listing text; taken text; part text; begin
  perform set_config('session_replication_role', 'replica', true);
  ${body}
end $do$`;

const listed = (names: readonly string[]) => `array[${names.map((name) => `'${name}'`).join(', ')}]`;

/** Rows of each table that a copy has. */
const MOST = 10;

/**
 * Other companies, `from` to `to`, that have rows of all tables of a company; `word` is planted into every text by which their tables
 * say who somebody is, where its column takes it. Returns what takes them away again.
 */
export async function copiesOf(
  query: Query,
  companyId: number,
  { from, to, word }: { from: number; to: number; word: string },
): Promise<() => Promise<void>> {
  const persons = Object.entries(held).flatMap(([table, names]) => names.map((name) => `${table}.${name}`));
  await query(
    untied(`
  foreach name in array ${listed(distributed)} loop
    select string_agg(format('%I', attname), ', '), string_agg(format('r.%I', attname), ', ') into listing, taken
      from pg_attribute where attrelid = name::regclass and attnum > 0 and not attisdropped and attgenerated = '';
    execute format('insert into %1$I (%2$s) overriding system value select %3$s from %1$I s, generate_series(${from}, ${to}) n,
      jsonb_populate_record(s, jsonb_build_object(''company_id'', n)) r
      where s.ctid = any (array(select q.ctid from %1$I q where q.company_id = ${companyId} limit ${MOST})) on conflict do nothing', name, listing, taken);
  end loop;
  foreach part in array ${listed(persons)} loop begin
    execute format('update %1$I set %2$I = left(''${word} '' || coalesce(%2$I, ''''), 100) where company_id between ${from} and ${to}',
      split_part(part, '.', 1), split_part(part, '.', 2));
  exception when others then null; end; end loop;`),
  );
  return async () => {
    await query(
      untied(`
  foreach name in array ${listed(distributed)} loop
    execute format('delete from %I where company_id between ${from} and ${to}', name);
  end loop;`),
    );
  };
}
