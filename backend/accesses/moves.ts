/** What the moves of a visit write beside its state. */
import { firstAccessReasons } from '#domain/accesses/rules.ts';
import type { AccessOutcome } from '#domain/accesses/terms.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { Ctx } from '../lib/work/context.ts';
import { moving, type Fill } from '../lib/records/move.ts';
import { give, givenColumns } from './give.ts';
import { namedColumns } from './own-seller.ts';
import { accessCourse, type AccessRecord } from './records.ts';
import { tellSeller } from './tell.ts';
import { arrivedColumns } from './tickets.ts';

/** Moves for which the company has reasons. */
export const reasoned = keysOf(firstAccessReasons);

const idIn = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/**
 * The columns of a visit that its seller did not begin: it waits again, since its arrival, and this seller is not
 * proposed any more.
 */
export const backColumns = ({ sellerId, refusedBy, refusals }: AccessRecord) => ({
  sellerId: null,
  takenBy: null,
  assignedAt: null,
  begunAt: null,
  timesOutAt: null,
  refusals: refusals + 1,
  refusedBy: [...new Set([...refusedBy, ...(sellerId === null ? [] : [sellerId])])],
});

const assign: Fill<AccessRecord> = async (ctx, record, sent) => {
  const { sellerId, by } = await give(ctx, record, idIn(sent.sellerId));
  await tellSeller(ctx, record, sellerId);
  return { columns: { ...givenColumns(ctx, record, sellerId), takenBy: by } };
};

const selfTake: Fill<AccessRecord> = async (ctx, record) => {
  const { sellerId, by } = await give(ctx, record, ctx.user.id);
  return { columns: { ...givenColumns(ctx, record, sellerId), takenBy: by, begunAt: ctx.now, timesOutAt: null } };
};

const end = (ctx: Ctx) => ({ handledOn: ctx.today, handledAt: ctx.now, timesOutAt: null });

/** An anonymous visit is closed together with who it was. */
const handle: Fill<AccessRecord> = async (ctx, record, sent) => {
  const outcome = sent.outcome as AccessOutcome;
  const nextStep = String(sent.nextStep ?? '');
  const customerId = record.customerId ?? idIn(sent.customerId);
  const isNamed = record.customerId === null;
  const named = isNamed && customerId !== null ? await namedColumns(ctx, record, customerId) : {};
  return {
    columns: {
      ...end(ctx),
      outcome,
      nextStep,
      begunAt: record.begunAt ?? ctx.now,
      ...named,
    },
    told: { before: isNamed ? { customerId: null } : {}, after: { outcome, nextStep, ...(isNamed && { customerId }) } },
  };
};

const handOver: Fill<AccessRecord> = async (ctx, record, sent) => {
  const { sellerId } = await give(ctx, record, idIn(sent.sellerId));
  await tellSeller(ctx, record, sellerId);
  // Who was served already waits for the colleague since now.
  const waited = record.begun ? { waitingSince: ctx.now } : {};
  return { columns: { ...givenColumns(ctx, record, sellerId), takenBy: null, ...waited } };
};

const resume: Fill<AccessRecord> = async (ctx, record, sent) => {
  const wanted = idIn(sent.sellerId) ?? record.sellerId;
  const { sellerId } = await give(ctx, record, wanted);
  await tellSeller(ctx, record, sellerId);
  // Who comes back later that day has not waited in between.
  const open = { waitingSince: ctx.now, handledOn: null, handledAt: null, outcome: null, nextStep: '', takenBy: null };
  return { columns: { ...givenColumns(ctx, record, sellerId), ...open } };
};

export const accessMoves = moving(accessCourse, {
  checkIn: async (ctx, record) => ({ columns: await arrivedColumns(ctx, record.locationId) }),
  assign,
  selfTake,
  handleAtDesk: (ctx) => ({ columns: end(ctx) }),
  handle,
  giveBack: (_, record) => ({ columns: backColumns(record) }),
  handOver,
  resume,
});
