/** Gives records to colleagues, many at once. */
import type { NotificationKind } from '#domain/notices/kinds.ts';
import type { Assigned } from '#domain/record/records.ts';
import { notify } from '../people/notify.ts';
import type { Ctx } from '../work/context.ts';

interface Held<Id = number | null> {
  id: number;
  version: number;
  sellerId: Id;
}

/** Who gets a record; null: nobody. */
type To = { id: number; name: string } | null;

/** A record that is given, and to whom. */
export interface Assignment<R, S extends To = { id: number; name: string }> {
  record: R;
  to: S;
}

/**
 * Decides of each record that is given to a seller, at the version that the caller saw, what becomes of it: one failure
 * does not stop the others. One that already has this seller counts as done, without a new version.
 * `found`: the locked records; `sellers`: who may have them, by id; `refusal`: why a record does not pass on, null
 * without a reason, undefined when it does. `given` are those to be written.
 */
function decide<R extends Held, S extends To, Id extends number | null>(
  rows: readonly Held<Id>[],
  found: ReadonlyMap<number, R>,
  sellers: ReadonlyMap<number | null, S>,
  refusal: (record: R, sellerId: Id) => string | null | undefined,
): { results: Assigned[]; given: Assignment<R, S>[] } {
  const given: Assignment<R, S>[] = [];
  const results = [...new Map(rows.map((row) => [row.id, row])).values()].map(({ id, version, sellerId }): Assigned => {
    const record = found.get(id);
    if (!record) return { id, outcome: 'missing', version: null, from: null, why: null };
    const now = { id, version: record.version, from: record.sellerId, why: null };
    if (record.version !== version) return { ...now, outcome: 'stale' };
    const why = refusal(record, sellerId);
    if (why !== undefined) return { ...now, outcome: 'refused', why };
    const to = sellers.get(sellerId);
    if (to === undefined) return { ...now, outcome: 'nobody' };
    if (record.sellerId === sellerId) return { ...now, outcome: 'done' };
    given.push({ record, to });
    return { ...now, outcome: 'done', version: version + 1 };
  });
  return { results, given };
}

/** How people are told once about all records that came to them, or went from them. */
interface Notice<R> {
  kind: NotificationKind;
  /**
   * What the caller does, as the new seller reads it; `from`: as the former one does, where they are told, too, and
   * `back` where nobody follows them.
   */
  to: string;
  from?: string;
  back?: string;
  /** One record: its name, what stands below it, its page; several: what they are, and the list of them. */
  one(record: R): { name: string; text: string; href: string };
  many: string;
  listOf(sellerId: number): string;
}

/** A kind of record that is given to colleagues. */
interface Assigning<R extends Held, S extends To, Id extends number | null> {
  /** Its name in the audit, and the fact that names who has it there. */
  entity: string;
  fact?: string;
  /** Who may have them. */
  sellersOf(ctx: Ctx): Promise<readonly S[]>;
  /** Locks the records with these ids. */
  lock(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, R>>;
  /** Why a record does not pass on, null without a reason, undefined when it does. */
  refusal(ctx: Ctx, record: R, sellerId: Id): string | null | undefined;
  /** Writes the new sellers. */
  write(ctx: Ctx, given: readonly Assignment<R, S>[]): Promise<void>;
  told: Notice<R>;
}

/** Tells somebody about these records, unless they did it themselves. */
async function say<R>(
  ctx: Ctx,
  { kind, one, many, listOf }: Notice<R>,
  { id, records, verb }: { id: number; records: readonly R[]; verb: string },
): Promise<void> {
  const { name, text, href } = one(records[0]!);
  const isOne = records.length === 1;
  await notify(ctx, id === ctx.user.id ? [] : [id], {
    kind,
    title: `${ctx.user.name} ${verb} ${isOne ? name : `${records.length} ${many}`}`,
    text: isOne ? text : '',
    href: isOne ? href : listOf(id),
  });
}

async function tell<R extends Held>(ctx: Ctx, told: Notice<R>, given: readonly Assignment<R, To>[]): Promise<void> {
  const by = (idOf: (one: Assignment<R, To>) => number | null) =>
    [...Map.groupBy(given, idOf)].flatMap(([id, all]) =>
      id === null ? [] : [{ id, records: all.map(({ record }) => record) }],
    );
  for (const one of by(({ to }) => to?.id ?? null)) await say(ctx, told, { ...one, verb: told.to });
  for (const [verb, follows] of [
    [told.from, true],
    [told.back, false],
  ] as const)
    if (verb)
      for (const one of by(({ record, to }) => ((to !== null) === follows ? record.sellerId : null)))
        await say(ctx, told, { ...one, verb });
}

/**
 * The verb that gives records to colleagues: each at the version that the caller saw, and it says of each what became of
 * it. The audit names the former and the new seller, and each of them is told once.
 */
export const assigning =
  <R extends Held & { seller: string | null }, S extends To, Id extends number | null>({
    entity,
    fact = 'seller',
    sellersOf,
    lock,
    refusal,
    write,
    told,
  }: Assigning<R, S, Id>) =>
  async (ctx: Ctx, { body: { rows } }: { body: { rows: readonly Held<Id>[] } }): Promise<{ results: Assigned[] }> => {
    const sellers = new Map((await sellersOf(ctx)).map((seller) => [seller?.id ?? null, seller]));
    const found = await lock(
      ctx,
      rows.map(({ id }) => id),
    );
    const { results, given } = decide(rows, found, sellers, (record, sellerId) => refusal(ctx, record, sellerId));
    if (given.length === 0) return { results };
    await write(ctx, given);
    ctx.audit(
      ...given.map(({ record, to }) => ({
        action: 'assign',
        entity,
        entityId: record.id,
        before: { [fact]: record.seller },
        after: { [fact]: to?.name ?? null },
      })),
    );
    await tell(ctx, told, given);
    return { results };
  };
