import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadModule, parseSync } from 'libpg-query';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { commandsOf } from '#backend/db/commands.ts';
import { distributed, distribution, local, reference } from '#backend/db/distribution.ts';
import { statementsOf } from '#backend/db/migrate.ts';
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

/** Columns that a command adds together with a constraint, and commands beside others: a cluster takes one after the other. */
const unfit = (text: string) =>
  (parseSync(text).stmts ?? []).flatMap(({ stmt }) => {
    const commands = stmt && 'AlterTableStmt' in stmt ? (stmt.AlterTableStmt.cmds ?? []) : [];
    if (commands.length > 1) return [text];
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

  test('a table that is spread already is left alone', async () => {
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

  test('each statement of a migration comes as a cluster takes it', () => {
    const folder = join(import.meta.dirname, '../../backend/db/migrations');
    const files = readdirSync(folder).filter((name) => name > '0580' && name.endsWith('.sql'));
    for (const name of files) {
      const statements = statementsOf(readFileSync(join(folder, name), 'utf8'));
      const refused = statements.flatMap(({ statement }) => commandsOf(statement).flatMap(unfit));
      expect([name, refused]).toEqual([name, []]);
    }
    expect(unfit('alter table quotes add column a int references makers')).toEqual(['a']);
  });

  test('a table changes by one command after the other, a new column before its conditions', () => {
    const statement = `-- One, two.
alter table only quotes
  add column a numeric(5, 2) not null default 0 check (a > 0 and a in (1, 2)) /* (, */,
  add column b text default 'it''s, (' constraint b_check check (b <> ','), -- and
  drop constraint c,
  add foreign key (company_id, d) references users (company_id, id) on delete set null (d);`;
    expect(commandsOf(statement)).toEqual([
      'alter table only quotes add column a numeric (5, 2) not null default 0',
      'alter table only quotes add constraint quotes_a_check check (a > 0 and a in (1, 2))',
      "alter table only quotes add column b text default 'it''s, ('",
      "alter table only quotes add constraint b_check check (b <> ',')",
      'alter table only quotes drop constraint c',
      'alter table only quotes add foreign key (company_id, d) references users (company_id, id)',
    ]);
    const other = "update quotes set a = 1, b = '2'";
    expect(commandsOf(other)).toEqual([other]);
  });

  test('a table that nobody placed is named', async () => {
    await owner.query('create table forgotten (id int)');
    await expect(distribution(owner)).rejects.toThrow(/forgotten/);
    await owner.query('drop table forgotten');
  });
});
