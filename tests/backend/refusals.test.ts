import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { constraints } from '#backend/areas.ts';
import { asFailure } from '#backend/lib/work/failures.ts';
import { testDatabase } from '#tests/support/database.ts';

const { db } = await testDatabase();

/** A constraint's name on a shard, as Citus writes it (AppendShardIdToName): what is too long is cut and hashed. */
function onShard(name: string, shard: number): string {
  const ending = `_${shard}`;
  return name.length + ending.length < 64
    ? name + ending
    : `${name.slice(0, 63 - 9 - ending.length)}_0badcafe${ending}`;
}
/** The error as a coordinator passes it on: the sentence of the node alone. */
const passedOn = (name: string) => {
  const error = new Error(`duplicate key value violates unique constraint "${name}"`);
  return asFailure(Object.assign(error, { code: '23505', constraint: undefined }), constraints);
};
const refused = (constraint: string, known = constraints) =>
  asFailure(Object.assign(new Error('taken'), { code: '23505', constraint }), known);

describe('refusals', () => {
  test.each(Object.keys(constraints))('%s is said at its field, on a shard too', (name) => {
    for (const constraint of [name, onShard(name, 102_008), onShard(name, 1_103_741)])
      for (const said of [refused(constraint), passedOn(constraint)])
        expect([said.code, said.detail.fields]).toEqual(['invalid', constraints[name]]);
  });

  test('every constraint that is said exists', async () => {
    const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint
      union select indexname from pg_indexes`.execute(db);
    const there = new Set(rows.map(({ name }) => name));
    expect(Object.keys(constraints).filter((name) => !there.has(name))).toEqual([]);
  });

  test('a name that was cut is found where it can only be one', () => {
    const long = `tyres_${'that_stand_in_the_garage_'.repeat(2)}number`;
    const known = { [long]: { number: 'Già usato' } };
    expect(refused(onShard(long, 102_008), known).detail.fields).toEqual({ number: 'Già usato' });
    const two = { ...known, [`${long.slice(0, 60)}1`]: { number: 'Altro' } };
    expect(refused(onShard(long, 102_008), two).code).toBe('conflict');
  });

  test('a code that is taken is said on every list, on a shard too; what nobody knows is a conflict', () => {
    for (const name of ['tyres_code', 'tyres_code_102008'])
      expect(refused(name).detail.fields).toEqual({ code: 'Questo codice è già usato' });
    expect(refused('unknown_102008').code).toBe('conflict');
  });
});
