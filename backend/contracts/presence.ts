import { GONE_SECONDS, type presenceCalls } from '#domain/contracts/presence.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import type { ContractSection } from '#domain/contracts/terms.ts';
import type { Verbs } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { contractCourse, type ContractRecord } from './records.ts';

const { entity } = contractMachine;

/** Notes where the caller writes; who writes nowhere leaves no row. */
async function note({ db, user, now }: Ctx, recordId: number, section: ContractSection | undefined): Promise<void> {
  const here = { entity, recordId, section: section ?? '', seenAt: now };
  if (section === undefined)
    await db
      .deleteFrom('presences')
      .where('companyId', '=', user.companyId)
      .where('userId', '=', user.id)
      .where('recordId', '=', recordId)
      .execute();
  else
    await db
      .insertInto('presences')
      .values({ companyId: user.companyId, userId: user.id, ...here })
      .onConflict((row) => row.columns(['companyId', 'userId']).doUpdateSet(here))
      .execute();
}

/** What differs once the contract has changed: a yes that waits and what its customer sends raise no version. */
const stampOf = ({ version, asked, enclosures }: ContractRecord): string =>
  [
    version,
    ...Object.keys(asked ?? {}),
    ...enclosures.map(({ id, state, pages }) => `${id}${state}${pages.length}`),
  ].join();

export const presenceVerbs: Verbs<typeof presenceCalls> = {
  'GET /contracts/:id/presence': async (ctx, { params, query }) => {
    const record = await contractCourse.read(ctx, params.id);
    await note(ctx, params.id, query.section);
    const rows = await ctx.db
      .selectFrom('presences as p')
      .innerJoin('users as u', (on) => on.onRef('u.companyId', '=', 'p.companyId').onRef('u.id', '=', 'p.userId'))
      .select(['u.name', 'p.section'])
      .where('p.companyId', '=', ctx.user.companyId)
      .where('u.companyId', '=', ctx.user.companyId)
      .where('p.entity', '=', entity)
      .where('p.recordId', '=', params.id)
      .where('p.userId', '<>', ctx.user.id)
      .where('p.seenAt', '>', new Date(ctx.now.getTime() - GONE_SECONDS * 1000).toISOString())
      .orderBy('u.name')
      .limit(20)
      .execute();
    return {
      people: rows.map(({ name, section }) => ({ name, section: section as ContractSection })),
      stamp: stampOf(record),
    };
  },
};
