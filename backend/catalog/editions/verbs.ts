import type { Change } from '#domain/catalog/editions/changes.ts';
import { addDays } from '#domain/dates.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { changeVerbs } from './changes.ts';
import { comparisonVerbs } from './comparison.ts';
import { modelGrid } from './grid.ts';
import { letGoImages } from './images.ts';
import { labelsOf } from './labels.ts';
import { listVerbs } from './lists.ts';
import type { editions as table } from '#domain/catalog/editions/endpoints.ts';
import { MOST_PROBLEMS, type Problem } from '#domain/catalog/editions/checks.ts';
import { editionMachine, isOver } from '#domain/catalog/editions/machine.ts';
import { OPPOSITE_SHOWN, type Edition } from '#domain/catalog/editions/schema.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { forgetStates, moving, take, tell } from '#backend/lib/records/move.ts';
import { problemsIn } from './problems.ts';
import { openQuotes } from './open-quotes.ts';
import { presenceVerbs } from './presence.ts';
import { fills, movedSince, readOpposite, seenOf } from './publish.ts';
import {
  answer,
  answers,
  isSeen,
  keptDrafts,
  keptEditions,
  readChanges,
  readEdition,
  readEditions,
  seenEdition,
  write,
} from './records.ts';
import { raiseVerbs } from './raise.ts';
import { readPrices } from './rows.ts';
import { rebase, saveRows } from './save.ts';

type Table = typeof table;

const factsOf = ({ name, issuedDays, draftDays }: Pick<Edition, 'name' | 'issuedDays' | 'draftDays'>) => ({
  name,
  issuedDays,
  draftDays,
});

const create: VerbOf<Table, 'POST /catalog/editions'> = async (ctx, { body }) => {
  const { id } = await ctx.db
    .insertInto('catalogEditions')
    .values({ ...body, madeBy: ctx.user.id, maker: ctx.user.name, createdAt: ctx.now, updatedAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tell(ctx, editionMachine, id);
  ctx.audit({ action: 'create', entity: editionMachine.entity, entityId: id, after: factsOf(body) });
  return answer(ctx, id);
};

/** The most fields with another base that are named at once. */
const MOST_MOVED = 200;

const show: VerbOf<Table, 'GET /catalog/editions/:id'> = async (ctx, { params: { id } }) => {
  const edition = (await answers(ctx, [await seenEdition(ctx, id)]))[0]!;
  if (isOver(edition.state))
    return { edition, problems: [], own: 0, older: 0, moved: [], movedCount: 0, seen: seenOf([]) };
  const changes = await readChanges(ctx, id);
  const all = await movedSince(ctx, changes);
  const moved = all.slice(0, MOST_MOVED);
  const labelOf = await labelsOf(ctx, moved.map((one) => ({ ...one, after: null })), changes); // prettier-ignore
  const problems = await problemsIn(ctx, changes);
  const isWaiting = ({ blocks, isOld }: Problem) => isOld && !blocks;
  const older = problems.filter(isWaiting);
  const own = problems.filter((one) => !isWaiting(one));
  return {
    edition,
    problems: [...own.slice(0, MOST_PROBLEMS), ...older.slice(0, MOST_PROBLEMS)],
    own: own.length,
    older: older.length,
    moved: moved.map((one) => ({ ...one, label: labelOf(one) })),
    movedCount: all.length,
    seen: seenOf(all),
  };
};

const save: VerbOf<Table, 'PUT /catalog/editions/:id'> = async (ctx, { params: { id }, version, body }) => {
  const edition = await take(ctx, keptDrafts, { id, action: 'save', version });
  await write(ctx, edition, body);
  ctx.audit({
    action: 'update',
    entity: editionMachine.entity,
    entityId: id,
    before: factsOf(edition),
    after: factsOf(body),
  });
  return answer(ctx, id);
};

const remove: VerbOf<Table, 'DELETE /catalog/editions/:id'> = async (ctx, { params: { id }, version }) => {
  const edition = await take(ctx, keptDrafts, { id, action: 'save', version });
  await forgetStates(ctx, editionMachine, id);
  await ctx.db.deleteFrom('catalogLines').where('companyId', '=', MANUFACTURER).where('editionId', '=', id).execute();
  const changes = await readChanges(ctx, id);
  await ctx.db.deleteFrom('catalogEditions').where('companyId', '=', MANUFACTURER).where('id', '=', id).execute();
  await letGoImages(ctx, changes);
  ctx.audit({ action: 'delete', entity: editionMachine.entity, entityId: id, before: factsOf(edition) });
};

/** A price that goes leaves the one before it in force: that is what it comes back to. */
async function withFormer(ctx: Ctx, changes: readonly Change[]): Promise<Change[]> {
  const going = changes.filter(({ kind, after }) => after === null && kind !== 'optionRules' && kind !== 'versionImages'); // prettier-ignore
  const before = await Promise.all(
    [...Map.groupBy(going, ({ key }) => key.slice(key.lastIndexOf(':') + 1))].map(async ([day, own]) => {
      const ids = [...new Set(own.map(({ key }) => Number(key.split(':')[0])))];
      const rows = await readPrices(ctx.db, ids, addDays(day, -1));
      return rows.map(({ kind, key, row }) => [`${kind} ${key.replace(/:day$/, `:${day}`)}`, row] as const);
    }),
  );
  const former = new Map(before.flat());
  return changes.map((one) => (one.after ? one : { ...one, after: former.get(`${one.kind} ${one.key}`) ?? null }));
}

const opposite: VerbOf<Table, 'GET /catalog/editions/:id/opposite'> = async (ctx, { params: { id }, query }) => {
  await readEdition(ctx, id);
  const all = await readChanges(ctx, id);
  const found = await readOpposite(ctx, all);
  const changes = await withFormer(ctx, found.changes.slice(query.changes, query.changes + OPPOSITE_SHOWN));
  const stays = found.stays.slice(query.stays, query.stays + OPPOSITE_SHOWN);
  const labelOf = await labelsOf(ctx, [...changes, ...stays.map(({ kind, key }) => ({ kind, key, after: null }))], all);
  return {
    total: { changes: found.changes.length, stays: found.stays.length },
    changes: changes.map((one) => ({ ...one, label: labelOf(one) })),
    stays: stays.map((one) => ({ ...one, label: labelOf(one) })),
  };
};

/** The verbs of editions. */
export const editionVerbs = {
  ...listVerbs,
  'GET /catalog/lists/models/:id/grid': modelGrid,
  ...comparisonVerbs,
  ...raiseVerbs,
  ...changeVerbs,
  ...presenceVerbs,
  'GET /catalog/editions': async (ctx) => answers(ctx, (await readEditions(ctx)).filter(isSeen(ctx))),
  'POST /catalog/editions': create,
  'GET /catalog/editions/:id': show,
  'PUT /catalog/editions/:id': save,
  'DELETE /catalog/editions/:id': remove,
  'GET /catalog/editions/:id/quotes': openQuotes,
  'POST /catalog/editions/:id/rows': saveRows,
  'POST /catalog/editions/:id/rebase': rebase,
  'GET /catalog/editions/:id/opposite': opposite,
  ...moving(keptEditions, fills),
} satisfies { [N in keyof Table]: VerbOf<Table, N> };
