import { Failure } from '#domain/errors.ts';
import type { customers as table } from '#domain/customers/endpoints.ts';
import { inverseOf, relationWords, type RelationKind } from '#domain/customers/relations.ts';
import type { Relation } from '#domain/customers/schema.ts';
import type { Verbs } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { lockCustomer, readCustomer } from './records.ts';

/** The most relations of one customer. */
const MOST = 50;

interface Row {
  id: number;
  customerId: number;
  otherId: number;
  kind: RelationKind;
  note: string;
}

/** The relations of a customer, seen from its side, whichever side they were entered on. */
async function read({ db, user }: Ctx, customerId: number): Promise<Relation[]> {
  const rows = await db
    .selectFrom('customerRelations as r')
    .innerJoin('customers as a', (on) => on.onRef('a.companyId', '=', 'r.companyId').onRef('a.id', '=', 'r.customerId'))
    .innerJoin('customers as b', (on) => on.onRef('b.companyId', '=', 'r.companyId').onRef('b.id', '=', 'r.otherId'))
    .select(['r.id', 'r.customerId', 'r.otherId', 'r.kind', 'r.note', 'a.name as name', 'b.name as other'])
    .where('r.companyId', '=', user.companyId)
    .where((eb) => eb.or([eb('r.customerId', '=', customerId), eb('r.otherId', '=', customerId)]))
    .orderBy('r.id')
    .execute();
  return (rows as (Row & { name: string; other: string })[]).map(({ id, kind, note, ...row }) =>
    row.customerId === customerId
      ? { id, kind, note, otherId: row.otherId, other: row.other }
      : { id, kind: inverseOf(kind), note, otherId: row.customerId, other: row.name },
  );
}

/** Writes the change to the activity of both customers. */
function note(ctx: Ctx, customerId: number, name: string, { kind, otherId, other }: Relation, action: string): void {
  const told = (relation: string) =>
    action === 'relate'
      ? { before: { relation: '' }, after: { relation } }
      : { before: { relation }, after: { relation: '' } };
  ctx.audit(
    { action, entity: 'customer', entityId: customerId, ...told(`${relationWords[kind]}: ${other}`) },
    { action, entity: 'customer', entityId: otherId, ...told(`${relationWords[inverseOf(kind)]}: ${name}`) },
  );
}

type Calls = `${'GET' | 'POST'} /customers/:id/relations` | 'DELETE /customers/:id/relations/:relationId';

/** Verbs about relations: family members and people of a company. */
export const relationVerbs: Pick<Verbs<typeof table>, Calls> = {
  'GET /customers/:id/relations': async (ctx, { params }) => {
    await readCustomer(ctx, params.id);
    return read(ctx, params.id);
  },
  'POST /customers/:id/relations': async (ctx, { params, body }) => {
    const { name } = await lockCustomer(ctx, params.id);
    if (body.otherId === params.id)
      throw new Failure('invalid', undefined, { fields: { otherId: 'È il cliente stesso' } });
    const known = await read(ctx, params.id);
    if (known.length >= MOST) throw new Failure('conflict', `Al massimo ${MOST} relazioni.`);
    if (known.some(({ otherId, kind }) => otherId === body.otherId && kind === body.kind))
      throw new Failure('conflict', 'È già indicato.', { fields: { otherId: 'È già indicato' } });
    const { id } = await ctx.db
      .insertInto('customerRelations')
      .values({ companyId: ctx.user.companyId, customerId: params.id, ...body, createdAt: ctx.now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const made = (await read(ctx, params.id)).find((one) => one.id === id)!;
    note(ctx, params.id, name, made, 'relate');
    return made;
  },
  'DELETE /customers/:id/relations/:relationId': async (ctx, { params }) => {
    const { name } = await lockCustomer(ctx, params.id);
    const gone = (await read(ctx, params.id)).find(({ id }) => id === params.relationId);
    if (!gone) throw new Failure('not_found');
    await ctx.db
      .deleteFrom('customerRelations')
      .where('companyId', '=', ctx.user.companyId)
      .where('id', '=', gone.id)
      .execute();
    note(ctx, params.id, name, gone, 'unrelate');
  },
};
