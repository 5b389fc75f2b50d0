/** Reads rounds of signatures and their signers. */
import { addDays } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import type { Approved, PageCounts, Seen } from '#domain/signatures/progress.ts';
import type { Signature } from '#domain/signatures/schema.ts';
import { SIGN_DAYS, type CodeChannel, type SignatureKind, type SignerState } from '#domain/signatures/terms.ts';
import { userNames } from '../lib/people/people.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Block, Signable, Signing } from '../lib/ports/signable.ts';
import { mayCheck } from './signers.ts';

/** The last day on which a document that is sent today can be signed. */
export const signBy = (today: string): string => addDays(today, SIGN_DAYS);

const columns = [
  ...(['id', 'version', 'entity', 'recordId', 'kind', 'state', 'number', 'title', 'blocks', 'inOrder'] as const),
  ...(['hash', 'fileKey', 'pagesKey', 'pages', 'sealedKey', 'sealedHash', 'signBy', 'endedAt', 'reason'] as const),
  ...(['phonePages', 'createdAt', 'userId', 'checkedBy', 'endedByRecord'] as const),
] as const;

/**
 * One round, locked if `lock`; throws `not_found`. What happens with it names it in a row of its own, which it lets in: who
 * reads on another device waits for nobody who signs, and nobody for them.
 */
export async function readRound({ db, user }: Ctx, id: number, { lock = false } = {}) {
  const row = await db
    .selectFrom('signatures')
    .select(columns)
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  return { ...row, blocks: row.blocks as Block[] };
}
export type Round = Awaited<ReturnType<typeof readRound>>;

/** Changes a round and raises its version. */
export const setRound = (
  { db, user }: Ctx,
  id: number,
  columns: {
    kind?: SignatureKind;
    state?: string;
    endedAt?: Date | null;
    reason?: string | null;
    endedByRecord?: boolean;
    checkedBy?: number | null;
    checkedAt?: Date;
  } = {},
) =>
  db
    .updateTable('signatures')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .execute();

/** The signers of some rounds, in their order, locked if `lock`. */
export const readSigners = ({ db, user }: Ctx, signatureIds: readonly number[], { lock = false } = {}) =>
  db
    .selectFrom('signatureSigners')
    .selectAll()
    .where('companyId', '=', user.companyId)
    .where('signatureId', 'in', signatureIds)
    .orderBy('place')
    .$if(lock, (query) => query.forNoKeyUpdate())
    .execute();
export type SignerRow = Awaited<ReturnType<typeof readSigners>>[number];

export const countsOf = ({ pages: page, phonePages: phone }: Round): PageCounts => ({ page, phone });
export const seenBy = ({ seenPages: page, seenPhonePages: phone }: SignerRow): Seen => ({ page, phone });
/** When each part was approved; the version before kept that all were, as it noted that the document was read. */
export const approvedBy = ({ approved, ticked, readAt }: SignerRow): Approved => ({
  ...(readAt !== null && Object.fromEntries(ticked.map((kind) => [kind, readAt]))),
  // Written by `withApproved` alone.
  ...(approved as Approved),
});
/** How it is kept: processes of the version before read which parts are approved, and write it. */
export const approvedColumns = (approved: Approved) => ({
  approved: JSON.stringify(approved),
  ticked: Object.keys(approved),
});

/** The kind of record of an entity; throws `not_found`. */
export function kindOf(kinds: readonly Signable[], entity: string): Signable {
  const found = kinds.find((one) => one.entity === entity);
  if (!found) throw new Failure('not_found');
  return found;
}

type Named = Round & { by: string | null; checker: string | null };
function answerOf(
  round: Named,
  signers: readonly SignerRow[],
  { checkable, names }: { checkable: boolean; names: ReadonlyMap<number, string> },
): Signature {
  return {
    id: round.id,
    version: round.version,
    entity: round.entity,
    recordId: round.recordId,
    kind: round.kind as SignatureKind,
    state: round.state as Signature['state'],
    number: round.number,
    title: round.title,
    hash: round.hash.toString('hex'),
    inOrder: round.inOrder,
    blocks: round.blocks.map(({ kind, title }) => ({ kind, title })),
    at: round.createdAt,
    by: round.by,
    signBy: round.signBy,
    endedAt: round.endedAt,
    reason: round.reason,
    sealed: round.sealedKey !== null,
    checkedBy: round.checker,
    checkable,
    signers: signers.map((one) => ({
      id: one.id,
      role: one.role as Signature['signers'][number]['role'],
      name: one.name,
      state: one.state as SignerState,
      channel: one.channel as CodeChannel,
      email: one.email,
      phone: one.phone,
      askedAt: one.askedAt,
      openedAt: one.openedAt,
      readAt: one.readAt,
      approved: partsOf(round, approvedBy(one)),
      signedAt: one.signedAt,
      advanced: one.acceptanceId !== null,
      witness: one.witnessId === null ? null : names.get(one.witnessId)!,
      refusal: one.refusal,
      failure: one.failure,
    })),
  };
}

/** The parts that somebody has approved, in their order, with the instant of each. */
export const partsOf = ({ blocks }: Pick<Round, 'blocks'>, approved: Approved) =>
  blocks.flatMap(({ kind }) => {
    const at = approved[kind];
    return at === undefined ? [] : [{ kind, at }];
  });

/** The rounds of a record, newest first. */
export async function roundsOf(ctx: Ctx, entity: string, record: Signing): Promise<Signature[]> {
  const rounds = await ctx.db
    .selectFrom('signatures as s')
    .leftJoin('users as u', (on) => on.onRef('u.id', '=', 's.userId').on('u.companyId', '=', ctx.user.companyId))
    .leftJoin('users as k', (on) => on.onRef('k.id', '=', 's.checkedBy').on('k.companyId', '=', ctx.user.companyId))
    .select(columns.map((name) => `s.${name}` as const))
    .select(['u.name as by', 'k.name as checker'])
    .where('s.companyId', '=', ctx.user.companyId)
    .where('s.entity', '=', entity)
    .where('s.recordId', '=', record.id)
    .orderBy('s.id', 'desc')
    .limit(MOST_SHOWN)
    .execute();
  if (rounds.length === 0) return [];
  const signers = await readSigners(
    ctx,
    rounds.map(({ id }) => id),
  );
  const names = await userNames(
    ctx,
    signers.flatMap(({ witnessId }) => witnessId ?? []),
  );
  const waits = rounds.some(({ state }) => state === 'checking') && (await mayCheck(ctx, record));
  return rounds.map((round) =>
    answerOf(
      { ...round, blocks: round.blocks as Block[] },
      signers.filter(({ signatureId }) => signatureId === round.id),
      { checkable: waits && round.state === 'checking', names },
    ),
  );
}
const MOST_SHOWN = 50;

/** One round as it is answered after a change. */
export async function answered(ctx: Ctx, record: Signing, { id, entity }: Pick<Round, 'id' | 'entity'>) {
  return (await roundsOf(ctx, entity, record)).find((one) => one.id === id)!;
}
