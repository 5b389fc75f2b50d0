import type { receptionEndpoints as table } from '#domain/accesses/words/endpoints.ts';
import { receptionWordFields, type ReceptionWordValues } from '#domain/accesses/words/fields.ts';
import { blankOf } from '#domain/record/fields.ts';
import { changing, waiting } from './preferences.ts';
import { nothing, type Calls, type Side } from '../area.ts';

/** A reason of visits with a code of its own. */
const wordOf = ({ next }: Pick<Side, 'next'>, label = 'Test drive'): ReceptionWordValues => ({
  ...blankOf(receptionWordFields),
  code: `PROVA_${next()}`,
  label,
});

/** A reason that is retired: a list has room for so many that are offered. */
async function retired(side: Side) {
  const body = wordOf(side, side.marker);
  const [row] = await side.query(
    `insert into reception_words (company_id, kind, code, label, place, created_at, updated_at, archived_at)
     values ($1, $2, $3, $4, $5, now(), now(), now()) returning id::int as id`,
    [side.companyId, body.kind, body.code, body.label, body.place],
  );
  return { params: { id: Number(row!.id) }, body };
}
const one = async (side: Side) => ({ params: (await retired(side)).params });

export const receptionWords: Calls<typeof table> = {
  'GET /reception-words': nothing,
  'GET /reception-words/export': () => ({ query: { format: 'csv' } }),
  'GET /reception-words/:id': one,
  'GET /reception-words/:id/timeline': one,
  'POST /reception-words': (side) => ({ body: wordOf(side) }),
  'PUT /reception-words/:id': async (side) => {
    const { params, body } = await retired(side);
    return { params, version: 1, body: { ...body, label: `${side.marker} 2` } };
  },
  'POST /reception-words/bulk': async (side) => {
    const { params } = await retired(side);
    return { body: { action: 'restore', rows: [{ id: params.id, version: 1 }] } };
  },
  'GET /reception-waiting': nothing,
  'PUT /reception-waiting': (side) => changing(side, 'GET /reception-waiting', '2026-11-20'),
  'POST /reception-waiting/unschedule': (side) =>
    waiting(side, 'GET /reception-waiting', 'PUT /reception-waiting', { late: 100 + (side.next() % 100) }),
  'GET /reception-waiting/timeline': nothing,
  'GET /accesses/words': nothing,
};
