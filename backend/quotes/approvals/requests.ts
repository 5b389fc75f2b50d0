import { sql } from 'kysely';
import type { z } from 'zod';
import { percent } from '#domain/italian.ts';
import { privileges as p } from '#domain/privileges.ts';
import { approvalMachine, askReasons } from '#domain/quotes/approvals/terms.ts';
import type { Approval, askInput } from '#domain/quotes/approvals/schema.ts';
import { beyondOwn, capOf, cappedCar, percentGiven, type DiscountFacts } from '#domain/quotes/approvals/caps.ts';
import { b2bRights, quoteRights } from '#domain/quotes/rights.ts';
import { covers, type Rights } from '#domain/record/rights.ts';
import { jsonb } from '#backend/db/jsonb.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { forgetStates, tell } from '#backend/lib/records/move.ts';
import { notify } from '#backend/lib/people/notify.ts';
import { peopleBehind } from '#backend/lib/people/people.ts';
import { readCaps } from '../sheet/params.ts';

/** The record that a request is of. */
type Of = { quoteId: number } | { b2bQuoteId: number };

/** A colleague who may be able to decide. */
interface Decider {
  id: number;
  roleName: string;
}

/** A request and its deciders: colleagues who see such records and for whom `may` is true. */
interface Request {
  of: Of;
  facts: DiscountFacts;
  lines?: Approval['lines'];
  /** The asker's cap in percent. */
  cap: number;
  /** The seller of the record, who decides nothing about it. */
  sellerId: number;
  why: z.output<typeof askInput>;
  /** Customer and car, for notifications. */
  about: string;
  rights: Rights;
  may?(person: Decider): boolean;
}

/** A colleague who can decide about a request of somebody else. */
type Person = Decider & { name: string };

/** Who sees such records, approves discounts, is behind none of the accounts in `not`, and for whom `may` is true. */
export async function decidersOf(
  { db, user }: Pick<Ctx, 'db' | 'user'>,
  { not, rights, may }: { not: readonly number[]; rights: Rights; may?: ((person: Decider) => boolean) | undefined },
): Promise<Person[]> {
  const people = await db
    .selectFrom('users')
    .select(['id', 'name', 'roleName', 'privileges'])
    .where('companyId', '=', user.companyId)
    .where('archivedAt', 'is', null)
    .where('service', '=', false)
    .where(sql<boolean>`id <> all(${peopleBehind(user.companyId, sql`${[...not]}::bigint[]`)})`)
    .where(sql<boolean>`${p.approveContracts} = any(privileges)`)
    .orderBy('name')
    .orderBy('id')
    .limit(200)
    .execute();
  const sees = (one: { privileges: readonly number[] }) =>
    [approvalMachine.rights, rights].every(({ see }) => covers(see, one.privileges, false));
  return people.filter((one) => sees(one) && (may?.(one) ?? true));
}

/** The request with the names of those who may decide it while it is open; `makerId`: the make of the quote's car. */
export async function withDeciders(
  ctx: Pick<Ctx, 'db' | 'user' | 'today'>,
  approval: Approval | null,
  makerId: number | null,
): Promise<Approval | null> {
  if (approval?.state !== 'asked') return approval;
  const { quoteId, facts, askedBy, sellerId } = approval;
  const caps = await readCaps(ctx.db, ctx.user.companyId, ctx.today);
  const deciders = await decidersOf(ctx, {
    not: [askedBy.id, sellerId],
    ...(quoteId === null
      ? { rights: b2bRights }
      : {
          rights: quoteRights,
          may: ({ roleName }) => beyondOwn(facts, capOf(caps, roleName, cappedCar(facts, makerId))) === null,
        }),
  });
  return { ...approval, deciders: deciders.map(({ name }) => name) };
}

/** Writes the request and notifies those who may decide, except the caller. */
export async function request(
  ctx: Ctx,
  { of, facts, lines = null, cap, sellerId, why, about, rights, may }: Request,
): Promise<void> {
  const { id } = await ctx.db
    .insertInto('approvals')
    .values({
      companyId: ctx.user.companyId,
      ...of,
      ...facts,
      cap,
      lines: lines && jsonb(lines),
      reason: why.reason,
      note: why.note || null,
      askedBy: ctx.user.id,
      askedAt: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tell(ctx, approvalMachine, id);
  const given = percentGiven(facts);
  const after = { discount: facts.discount, percent: given, reason: askReasons[why.reason], note: why.note };
  ctx.audit({ action: 'ask', entity: 'approval', entityId: id, before: {}, after });
  const deciders = await decidersOf(ctx, { not: [ctx.user.id, sellerId], rights, may });
  await notify(
    ctx,
    deciders.map((one) => one.id),
    {
      kind: 'approval_asked',
      title: `Sconto del ${percent(given)} da autorizzare`,
      text: about,
      href: '/dealer#approvals',
    },
  );
}

/** Ends a request or approval; `sentence` says why. */
export async function fall(ctx: Ctx, approval: Approval, sentence: string): Promise<void> {
  if (approval.state !== 'asked' && approval.state !== 'granted') return;
  await ctx.db
    .updateTable('approvals')
    .set({ state: 'void', sentence, version: approval.version + 1 })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', approval.id)
    .execute();
  await tell(ctx, approvalMachine, approval.id, { from: approval.state, to: 'void', note: sentence });
}

/** Deletes the requests of a deleted draft. */
export async function forgetRequests(ctx: Ctx, of: Of): Promise<void> {
  const rows = await ctx.db
    .deleteFrom('approvals')
    .where('companyId', '=', ctx.user.companyId)
    .where((eb) => eb.and(of))
    .returning('id')
    .execute();
  for (const { id } of rows) await forgetStates(ctx, approvalMachine, id);
}
