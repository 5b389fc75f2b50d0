import { MANUFACTURER } from '#domain/endpoint.ts';
import type { negotiations as table } from '#domain/negotiations/endpoints.ts';
import { stageFields, type StageValues } from '#domain/negotiations/fields.ts';
import type { Staged } from '#domain/negotiations/terms.ts';
import { blankOf } from '#domain/record/fields.ts';
import { under } from '#domain/record/under.ts';
import { once, type Calls, type Side } from '../area.ts';

const asMaker = async ({ colleague }: Pick<Side, 'colleague'>) => ({ as: await colleague(MANUFACTURER) });

/** A stage with a code of its own. */
export const stageOf = ({ next }: Pick<Side, 'next'>, changes: Partial<StageValues> = {}): StageValues => ({
  ...blankOf(stageFields),
  code: `PROVA_${next()}`,
  label: 'Offerta consegnata',
  ...changes,
});

/** Makes a stage. Those of earlier tests leave: a list has room for so many. */
export async function madeStage(side: Side, changes: Partial<StageValues> = {}) {
  const { as } = await asMaker(side);
  await side.query(`update negotiation_stages set archived_at = now() where archived_at is null and code like 'PROVA%'
    and id not in (select id from negotiation_stages where archived_at is null order by id desc limit 12)`);
  const made = await side.call('POST /negotiation-stages', { body: stageOf(side, changes) }, as);
  if (made.status !== 201) throw new Error(`stage: ${made.status} ${JSON.stringify(made.body)}`);
  return { as, params: { id: made.body.id as number }, version: made.body.version as number };
}
const kept = once((side: Side) => madeStage(side));
const one = async (side: Side) => {
  const { as, params } = await kept(side);
  return { as, params };
};

export const negotiations: Calls<typeof table> = {
  'GET /negotiation-stages': asMaker,
  'GET /negotiation-stages/export': async (side) => ({ ...(await asMaker(side)), query: { format: 'csv' } }),
  'GET /negotiation-stages/:id': one,
  'GET /negotiation-stages/:id/timeline': one,
  'POST /negotiation-stages': async (side) => {
    const { as } = await madeStage(side);
    return { as, body: stageOf(side) };
  },
  'PUT /negotiation-stages/:id': async (side) => ({
    ...(await madeStage(side)),
    body: stageOf(side, { label: 'Altro' }),
  }),
  'POST /negotiation-stages/bulk': async (side) => {
    const { as, params, version } = await madeStage(side);
    return { as, body: { action: 'archive', rows: [{ id: params.id, version }] } };
  },
  'POST /negotiation-stages/:id/move': async (side) => {
    const [to, { as, params, version }] = [await kept(side), await madeStage(side)];
    const rows = [{ id: params.id, version }];
    await side.call('POST /negotiation-stages/bulk', { body: { action: 'archive', rows } }, as);
    return { as, params, version: version + 1, body: { toId: to.params.id } };
  },
  'POST /negotiation-stages/:id/place': async (side) => {
    const { as, ...made } = await madeStage(side);
    // Put later first, it has one before it, and each has a place of its own: going back changes two.
    const { body } = await side.call('POST /negotiation-stages/:id/place', { ...made, body: { by: 1 } }, as);
    const { version } = (body as { id: number; version: number }[]).find(({ id }) => id === made.params.id)!;
    return { as, ...made, version, body: { by: -1 } };
  },
  'GET /network/negotiations': asMaker,
  'GET /network/negotiations/export': async (side) => ({ ...(await asMaker(side)), query: { format: 'csv' } }),
};

/** A stage that all companies choose from: what it is belongs to none of them. */
async function sharedStage({ query }: Side, entity: Staged): Promise<number> {
  const code = `RETE_${entity.toUpperCase()}`;
  await query(
    `insert into negotiation_stages (entity, code, label, colour, place, probability, outcome, created_at, updated_at)
     values ($1, $2, 'Di rete', '#000000', 1, 50, 'open', now(), now()) on conflict do nothing`,
    [entity, code],
  );
  const [row] = await query('select id::int as id from negotiation_stages where code = $1', [code]);
  return Number(row!.id);
}

/** How the stage of a kind of record is read and chosen; `fresh` makes a record that is open. */
export const stagesOf = <const Area extends string>(
  area: Area,
  entity: Staged,
  fresh: (side: Side) => Promise<{ params: { id: number } }>,
) =>
  under(area, {
    'GET /:id/stage': async (side: Side) => ({ params: (await fresh(side)).params }),
    'PUT /:id/stage': async (side: Side) => {
      const stageId = await sharedStage(side, entity);
      return { params: (await fresh(side)).params, version: 1, body: { stageId, reason: '' } };
    },
    'GET /stages': () => ({}),
  });
