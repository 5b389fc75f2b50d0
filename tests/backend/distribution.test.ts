import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadModule, parseSync } from 'libpg-query';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { distributed, distribution, local, reference } from '#backend/db/distribution.ts';
import { asOwner, testDatabase } from '#tests/support/database.ts';

await loadModule();
const { ownerUrl } = await testDatabase();
const owner = new pg.Client({ connectionString: ownerUrl });
await owner.connect();
afterAll(() => owner.end());

const keys = () =>
  asOwner(
    ownerUrl,
    `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  );

/** Columns that a migration adds together with a constraint: a cluster takes the two by two commands. */
const unfit = (text: string) =>
  (parseSync(text).stmts ?? []).flatMap(({ stmt }) => {
    const commands = stmt && 'AlterTableStmt' in stmt ? (stmt.AlterTableStmt.cmds ?? []) : [];
    return commands.flatMap((node) => {
      const added = 'AlterTableCmd' in node ? node.AlterTableCmd.def : undefined;
      if (!added || !('ColumnDef' in added)) return [];
      const { colname = '', constraints = [] } = added.ColumnDef;
      const kinds = constraints.map((one) => ('Constraint' in one ? one.Constraint.contype : undefined));
      const refused = ['CONSTR_CHECK', 'CONSTR_FOREIGN', 'CONSTR_UNIQUE', 'CONSTR_PRIMARY'];
      return kinds.some((kind) => kind && refused.includes(kind)) ? [colname] : [];
    });
  });

describe('the tables of a cluster', () => {
  test('each table is in one list', async () => {
    const rows = await asOwner(
      ownerUrl,
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    );
    const lists = [...distributed, ...reference, ...local];
    expect(lists.toSorted()).toEqual(rows.map(({ name }) => name));
  });

  test('those spread by company have a company_id in every unique index; keys never lead from a whole table to them', async () => {
    const rows = await asOwner(
      ownerUrl,
      `select t.name from unnest($1::text[]) as t (name) where not exists (
         select from pg_attribute where attrelid = t.name::regclass and attname = 'company_id' and attnotnull)
       union all select i.indexrelid::regclass::text from pg_index i join unnest($1::text[]) as t (name) on i.indrelid = t.name::regclass
         where i.indisunique and (select attnum from pg_attribute where attrelid = i.indrelid and attname = 'company_id') <> all (i.indkey)
       union all select conname from pg_constraint where contype = 'f'
         and conrelid::regclass::text = any ($2::text[]) and confrelid::regclass::text = any ($1::text[])`,
      [distributed, reference],
    );
    expect(rows).toEqual([]);
  });

  test('every key is dropped before the first table moves and comes back as it was', async () => {
    const before = await keys();
    const statements = await distribution(owner);
    const moves = statements.filter((statement) => statement.startsWith('select'));
    expect(moves).toHaveLength(distributed.length + reference.length);
    const first = statements.indexOf(moves[0]!);
    expect(statements.slice(first, first + moves.length)).toEqual(moves);
    expect(moves[0]).toBe("select create_reference_table('makers')");
    expect(moves).toContain("select create_distributed_table('quotes', 'company_id', colocate_with => 'companies')");
    // What this server can run: the keys go, and come back.
    for (const statement of statements.slice(0, first)) await owner.query(statement);
    expect(await keys()).toEqual([]);
    for (const statement of statements.slice(first + moves.length)) await owner.query(statement);
    expect(await keys()).toEqual(before);
  });

  test('what is spread already is left alone', async () => {
    const known = [...distributed, ...reference].filter((name) => name !== 'tyres').map((name) => ({ name }));
    const cluster = {
      query: (text: string, values?: unknown[]) =>
        text.includes('pg_extension')
          ? { rows: [{}] }
          : text.includes('pg_dist_partition')
            ? { rows: known }
            : owner.query(text, values),
    } as unknown as pg.Client;
    const statements = await distribution(cluster);
    expect(statements.filter((statement) => statement.startsWith('select'))).toEqual([
      "select create_distributed_table('tyres', 'company_id', colocate_with => 'companies')",
    ]);
    expect(statements.every((statement) => statement.includes('tyres'))).toBe(true);
    known.push({ name: 'tyres' });
    expect(await distribution(cluster)).toEqual([]);
  });

  test('migrations since the first schema that can be spread add columns without constraints, and those by name', () => {
    const folder = join(import.meta.dirname, '../../backend/db/migrations');
    const files = readdirSync(folder).filter((name) => name > '0643_keys_of_held_cars.sql' && name.endsWith('.sql'));
    for (const name of files) expect([name, unfit(readFileSync(join(folder, name), 'utf8'))]).toEqual([name, []]);
    expect(unfit('alter table quotes add column a int check (a > 0)')).toEqual(['a']);
    expect(unfit('alter table quotes add column a int not null default 0, add constraint c check (a > 0)')).toEqual([]);
  });

  test('a table that nobody placed is named', async () => {
    await owner.query('create table forgotten (id int)');
    await expect(distribution(owner)).rejects.toThrow(/forgotten/);
    await owner.query('drop table forgotten');
  });
});
