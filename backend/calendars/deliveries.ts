/** What contracts do to events: one that is approved or whose delivery is taken back proposes it, a delivered one has had it, one that ended has none. */
import { eventFields } from '#domain/calendars/fields.ts';
import { addDays, instantInRome } from '#domain/dates.ts';
import { blankOf } from '#domain/record/fields.ts';
import type { Ctx, Effects } from '../lib/work/context.ts';
import { contractHref } from '../lib/records/links.ts';
import { carry } from '../lib/records/move.ts';
import { holdersOf, notify } from '../lib/people/notify.ts';
import { privileges as p } from '#domain/privileges.ts';
import { nextFree, readTaken } from './book.ts';
import { listFor, makeOne, tellPeople } from './make.ts';
import { dropMissed } from './missed.ts';
import { end } from './moves.ts';
import { eventCourse, whenOf } from './records.ts';

/** Minutes of a delivery. */
const MINUTES = 90;
/** Days after the approval from which a delivery is proposed when the contract names no day: the car is prepared. */
const PREPARATION_DAYS = 7;

/** The events of a contract that have not begun and are not called off. */
const openOf = ({ db, user }: Ctx, contractId: number) =>
  db
    .selectFrom('calendarEvents')
    .select(['id', 'kind'])
    .where('companyId', '=', user.companyId)
    .where('contractId', '=', contractId)
    .where('state', '=', 'not_started')
    .where('endedAs', 'is', null)
    .orderBy('id')
    .execute();

/**
 * The calendars of a delivery: the bay of the contract's location, else the first bay, and the seller's own; those that
 * do not exist are left out.
 */
async function calendarsFor(
  { db, user }: Ctx,
  { sellerId, locationId }: { sellerId: number; locationId: number | null },
) {
  const rows = await db
    .selectFrom('calendars')
    .select(['id', 'kind', 'userId', 'locationId'])
    .where('companyId', '=', user.companyId)
    .where('archivedAt', 'is', null)
    .where((eb) => eb.or([eb('kind', '=', 'bay'), eb('userId', '=', sellerId)]))
    .orderBy('id')
    .execute();
  const bays = rows.filter(({ kind }) => kind === 'bay');
  const bay = bays.find((one) => one.locationId === locationId) ?? bays[0];
  const own = rows.find(({ userId }) => userId === sellerId);
  return [bay, own].flatMap((one) => one?.id ?? []);
}

/** Proposes the delivery: the contract's day and hour, else the first time that is free from then on. */
async function propose(ctx: Ctx, contractId: number): Promise<void> {
  if ((await openOf(ctx, contractId)).some(({ kind }) => kind === 'delivery')) return;
  const contract = await ctx.db
    .selectFrom('contracts')
    .select(['number', 'sellerId', 'customerId', 'locationId', 'vehicle', 'deliveryOn', 'deliveryAt', 'promisedOn'])
    .select('withdrawnAt')
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', contractId)
    .executeTakeFirstOrThrow();
  if (contract.withdrawnAt !== null) return;
  const ids = await calendarsFor(ctx, contract);
  if (ids.length === 0) return;
  const taken = await readTaken(ctx, ids, { lock: true });
  const day = contract.deliveryOn ?? contract.promisedOn ?? addDays(ctx.today, PREPARATION_DAYS);
  const from = instantInRome(day, contract.deliveryAt || '09:00');
  const [startsAt] = await nextFree(ctx, taken, { from, minutes: MINUTES, count: 1 });
  if (!startsAt) return;
  const { customerId, vehicle, sellerId, number } = contract;
  const about = {
    ...blankOf(eventFields),
    kind: 'delivery' as const,
    title: `Consegna ${vehicle}`.slice(0, 120),
    customerId,
  };
  const checklist = listFor('delivery');
  const more = { startsAt, minutes: MINUTES, proposed: true };
  const id = await makeOne(ctx, { ...about, contractId, checklist }, taken, more);
  await tellPeople(ctx, {
    id,
    people: [sellerId],
    title: `${number}: consegna proposta ${whenOf(startsAt, MINUTES)}`,
    text: 'Confermarla o spostarla: il cliente non ne sa ancora nulla.',
  });
}

/** An event of a contract that ended is off, if it has not begun, and its people are told; nobody asks for another one. */
export async function endOf(ctx: Ctx, contractId: number, note: string): Promise<void> {
  await dropMissed(ctx, { contractId });
  for (const { id } of await openOf(ctx, contractId)) {
    const record = await eventCourse.find(ctx, id, { lock: true });
    if (record.state !== 'not_started' || record.endedAs !== null) continue;
    await carry(ctx, eventCourse, record, 'cancel', { ...(await end('canceled')(ctx, record, { note })), note });
  }
}

/** The car is delivered, whatever the calendar says of it. */
async function holdDelivery(ctx: Ctx, contractId: number): Promise<void> {
  for (const { id } of (await openOf(ctx, contractId)).filter(({ kind }) => kind === 'delivery')) {
    const record = await eventCourse.find(ctx, id, { lock: true });
    if (record.state === 'not_started' && record.endedAs === null)
      await carry(ctx, eventCourse, record, 'close', { columns: { remindAt: null, proposed: false }, reason: 'done' });
  }
}

/** A delivery that was held lets the back office close its contract. */
async function closable(ctx: Ctx, eventId: number): Promise<void> {
  const { kind, contractId, contract } = await eventCourse.find(ctx, eventId);
  if (kind !== 'delivery' || contractId === null || (await isDelivered(ctx, contractId))) return;
  await notify(ctx, await holdersOf(ctx, p.validateContracts), {
    kind: 'event_changed',
    title: `${contract ?? 'Contratto'}: auto consegnata`,
    text: 'Il contratto si può chiudere.',
    href: contractHref(contractId),
    once: `delivered:${contractId}`,
  });
}

async function isDelivered({ db, user }: Ctx, contractId: number): Promise<boolean> {
  const { deliveredOn } = await db
    .selectFrom('contracts')
    .select('deliveredOn')
    .where('companyId', '=', user.companyId)
    .where('id', '=', contractId)
    .executeTakeFirstOrThrow();
  return deliveredOn !== null;
}

/** The effects of contracts and leads that end, and of deliveries that took place. */
export const followRecords: NonNullable<Effects['record.moved']> = async (ctx, { entity, id, move, to }) => {
  if (entity === eventCourse.machine.entity && to === 'completed') return closable(ctx, id);
  if (entity === 'lead' && to === 'closed') return dropMissed(ctx, { leadId: id });
  if (entity !== 'contract') return;
  if (move === 'cancel' || move === 'cancelApproved') return endOf(ctx, id, 'Contratto annullato');
  if (to === 'completed') return holdDelivery(ctx, id);
  if (to === 'approved' || move === 'resume') await propose(ctx, id);
};
