/** Reasons for the moves of a machine as the company words them (table move_reasons). */
import { Failure } from '#domain/errors.ts';
import { keysOf, saysWhy, type Machine } from '#domain/record/machine.ts';
import type { Noted } from '#domain/record/moves.ts';
import { unreachedFirst, type Reasons } from '#domain/record/reason-fields.ts';
import type { FirstReasons, ReasonAnswer } from '#domain/record/reasons.ts';
import type { Ctx } from '../work/context.ts';
import { takeVersion, versionOf } from './param-versions.ts';

type Entity = Pick<Machine, 'entity'>;

/** All reasons that the company has or had for a move, in its order; the `retired` ones are no longer offered. */
export async function reasonsOf({ db, user }: Ctx, { entity }: Entity, move: string) {
  const rows = await db
    .selectFrom('moveReasons')
    .select(['id', 'label', 'needsNote', 'retiredAt'])
    .where('companyId', '=', user.companyId)
    .where('entity', '=', entity)
    .where('move', '=', move)
    .orderBy('place')
    .orderBy('id')
    .execute();
  return rows.map(({ retiredAt, ...reason }) => ({ ...reason, retired: retiredAt !== null }));
}

/** The reasons that are offered for these moves, each with its move. */
export async function offeredReasons({ db, user }: Ctx, { entity }: Entity, moves: readonly string[]) {
  const rows = await db
    .selectFrom('moveReasons')
    .select(['id', 'move', 'label', 'needsNote', 'unreached'])
    .where('companyId', '=', user.companyId)
    .where('entity', '=', entity)
    .where('retiredAt', 'is', null)
    .orderBy('place')
    .orderBy('id')
    .execute();
  return moves.flatMap((move) => rows.filter((row) => row.move === move));
}

/**
 * Stores the reasons to offer, in their order. A reason is recognised by its label; a missing one is retired, and its
 * label used later makes a new reason. The audit keeps the labels.
 */
export async function saveReasons(
  ctx: Ctx,
  { entity }: Entity,
  move: string,
  wanted: Reasons['reasons'],
): Promise<void> {
  const own = { companyId: ctx.user.companyId, entity, move };
  const before = await offeredReasons(ctx, { entity }, [move]);
  const change = (id: number) =>
    ctx.db.updateTable('moveReasons').where('companyId', '=', own.companyId).where('id', '=', id);
  for (const { id, label } of before)
    if (!wanted.some((one) => one.label === label)) await change(id).set({ retiredAt: ctx.now }).execute();
  for (const [place, one] of wanted.entries()) {
    const { label, needsNote } = one;
    const same = before.find((offered) => offered.label === label);
    const said = { place, needsNote, ...('unreached' in one && { unreached: one.unreached === true }) };
    if (same) await change(same.id).set(said).execute();
    else
      await ctx.db
        .insertInto('moveReasons')
        .values({ ...own, label, ...said, createdAt: ctx.now })
        .execute();
  }
  const told = (reasons: readonly { label: string }[]) => ({ move, reasons: reasons.map(({ label }) => label) });
  ctx.audit({ action: 'reasons', entity, before: told(before), after: told(wanted) });
}

/** Throws `invalid` at `reason` when it is not offered, or at `note` when the reason needs one. */
export async function checkReason(ctx: Ctx, machine: Entity, move: string, { reason, note }: Noted): Promise<void> {
  const found = (await offeredReasons(ctx, machine, [move])).find(({ id }) => String(id) === reason);
  if (!found) throw new Failure('invalid', undefined, { fields: { reason: 'Scegliere il motivo' } });
  if (found.needsNote && !saysWhy(note))
    throw new Failure('invalid', undefined, { fields: { note: 'Scrivere il motivo' } });
}

/** What a move says as its reason, in the company's words; null: it says none. */
export async function reasonOf({ db, user }: Ctx, reason: string | null | undefined): Promise<string | null> {
  const found = await db
    .selectFrom('moveReasons')
    .select('label')
    .where('companyId', '=', user.companyId)
    .where('id', '=', Number(reason))
    .executeTakeFirst();
  return found?.label ?? null;
}

/** Whether a reason of the company says that nobody was reached. */
export async function tellsUnreached({ db, user }: Ctx, reason: string): Promise<boolean> {
  const found = await db
    .selectFrom('moveReasons')
    .select('unreached')
    .where('companyId', '=', user.companyId)
    .where('id', '=', Number(reason))
    .executeTakeFirst();
  return found?.unreached ?? false;
}

/** The rows of the reasons that a company begins with. */
export const firstRows = (companyId: number, { entity }: Entity, first: FirstReasons, createdAt: Date) =>
  keysOf(first).flatMap((move) =>
    first[move]!.map((label, place) => {
      const needsNote = label === 'Altro';
      const unreached = unreachedFirst.includes(label);
      return { companyId, entity, move, label, place, needsNote, unreached, createdAt };
    }),
  );

/** Gives a company that has none the reasons to begin with: before its first record. */
export async function beginReasons(ctx: Ctx, machine: Entity, first: FirstReasons): Promise<void> {
  const { companyId } = ctx.user;
  const own = ctx.db.selectFrom('moveReasons').select('id').where('companyId', '=', companyId);
  if (await own.where('entity', '=', machine.entity).limit(1).executeTakeFirst()) return;
  const rows = firstRows(companyId, machine, first, ctx.now);
  const insert = ctx.db.insertInto('moveReasons').values(rows);
  await insert.onConflict((on) => on.doNothing()).execute();
}

/**
 * The calls by which a company sets the reasons of one kind of record. `first` are those to begin with, `group` names
 * the version of all of them, `labelOf` says how a move is called.
 */
export function reasonSettings<const First extends FirstReasons>({
  machine,
  first,
  group,
  labelOf,
}: {
  machine: Entity;
  first: First;
  group: string;
  labelOf: (move: keyof First & string) => string;
}) {
  const moves = keysOf(first);
  /** Those that are offered; a company without a record yet has none of its own, and would begin with the product's. */
  const read = async (ctx: Ctx): Promise<ReasonAnswer> => {
    const own = await offeredReasons(ctx, machine, moves);
    const rows = own.length > 0 ? own : firstRows(ctx.user.companyId, machine, first, ctx.now);
    return {
      version: await versionOf(ctx, group),
      moves: moves.map((move) => ({
        move,
        label: labelOf(move),
        reasons: rows
          .filter((row) => row.move === move)
          .map(({ label, needsNote, unreached }) => ({
            label,
            needsNote,
            ...(machine.entity === 'lead' && { unreached }),
          })),
      })),
    };
  };
  /** Throws `stale` when somebody has set them since. */
  const save = async (
    ctx: Ctx,
    { body: { move, reasons }, version }: { body: Reasons & { move: string }; version: number },
  ): Promise<ReasonAnswer> => {
    await takeVersion(ctx, group, version, () => read(ctx));
    await beginReasons(ctx, machine, first);
    await saveReasons(ctx, machine, move, reasons);
    return read(ctx);
  };
  return { read, save };
}
