/** Freezes the document of a record and asks people to sign it. */
import { createHash, randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { z } from 'zod';
import { Failure } from '#domain/errors.ts';
import type { signatures as table } from '#domain/signatures/endpoints.ts';
import { DIGITS, MARK } from '#domain/signatures/evidence.ts';
import type { askInput } from '#domain/signatures/schema.ts';
import { liveStates, MOST_ROUNDS } from '#domain/signatures/terms.ts';
import type { DB } from '../db/types.gen.ts';
import { freeze } from '../documents/printed.ts';
import { nameFiles } from '../lib/files/unnamed.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Signable, Signing } from '../lib/ports/signable.ts';
import { note } from './events.ts';
import { pageColumns, newKeys, store } from './frozen.ts';
import { sendAsk } from './mails.ts';
import { answered, kindOf, signBy } from './records.ts';
import { everyParty } from './signers.ts';

type Table = typeof table;

/** A new evidence number of a company: no two are alike, and none can be guessed. */
export function newNumber(companyId: number): string {
  const drawn = [...randomBytes(10)].map((byte) => DIGITS[byte % 32]).join('');
  return `${companyId.toString(36).toUpperCase()}-${drawn.slice(0, 5)}-${drawn.slice(5)}`;
}

/** Throws what stops a record from being signed: state, what is missing, or too many rounds before. */
export async function assertSignable(ctx: Ctx, entity: string, record: Signing): Promise<void> {
  if (!record.open) throw new Failure('conflict', 'In questo stato il documento non si firma.');
  if (record.missing.length > 0)
    throw new Failure('invalid', 'Prima della firma manca qualcosa.', { missing: [...record.missing] });
  const { count } = await ctx.db
    .selectFrom('signatures')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('companyId', '=', ctx.user.companyId)
    .where('entity', '=', entity)
    .where('recordId', '=', record.id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_ROUNDS) throw new Failure('conflict', 'Le firme chieste per questo documento sono troppe.');
  const open = await openRound(ctx, entity, record.id);
  if (open) throw new Failure('conflict', `Il documento è già in firma (${open.number}): annullarla prima.`);
}

const openRound = ({ db, user }: Ctx, entity: string, recordId: number) =>
  db
    .selectFrom('signatures')
    .select(['id', 'number'])
    .where('companyId', '=', user.companyId)
    .where('entity', '=', entity)
    .where('recordId', '=', recordId)
    .where('state', 'in', liveStates)
    .executeTakeFirst();

type Columns = Insertable<DB['signatures']>;

/** Adds a round of signatures of a record; returns its id. */
export async function addRound(
  { db, user, now }: Ctx,
  { id, title, blocks }: Signing,
  round: Omit<Columns, 'companyId' | 'recordId' | 'title' | 'blocks' | 'userId' | 'createdAt'>,
): Promise<number> {
  const of = { companyId: user.companyId, recordId: id, title, blocks: JSON.stringify(blocks) };
  const added = await db
    .insertInto('signatures')
    .values({ ...of, userId: user.id || null, createdAt: now, ...round })
    .returning('id')
    .executeTakeFirstOrThrow();
  return added.id;
}

async function addSigners(
  ctx: Ctx,
  signatureId: number,
  record: Signing,
  { signers, inOrder }: z.output<typeof askInput>,
) {
  const { companyId, id: userId } = ctx.user;
  const everybody = await everyParty(ctx, record, signers);
  const rows = everybody.map(({ party, given: { confirmed: _confirmed, ...reach } }, place) => ({
    companyId,
    signatureId,
    place,
    name: party.name,
    ...reach,
    state: inOrder && place > 0 ? 'waiting' : 'asked',
    confirmedBy: userId || null,
  }));
  const added = await ctx.db.insertInto('signatureSigners').values(rows).returning(['id', 'state']).execute();
  for (const { id, state } of added) if (state === 'asked') await sendAsk(ctx, id);
}

/**
 * Freezes the document outside of a transaction; nothing is asked when the record changed meanwhile (`stale`). Throws
 * `conflict` while another round is open or signed, `invalid` with everything that is missing, and where not exactly the
 * record's parties sign.
 */
export const askBy =
  (kinds: readonly Signable[]): VerbOf<Table, 'POST /signatures'> =>
  async (call, { body }) => {
    const { entity, recordId } = body;
    const kind = kindOf(kinds, entity);
    const companyId = call.user.companyId;
    const number = newNumber(companyId);
    const { record, read, keys } = await call.inside(async (ctx) => {
      const found = await kind.read(ctx, recordId);
      await assertSignable(ctx, entity, found);
      await everyParty(ctx, found, body.signers);
      const printed = await kind.printed.read(ctx, recordId, { keep: true });
      return { record: found, read: printed, keys: await newKeys(ctx) };
    });
    const frozen = await freeze(call, read, `${MARK}${number}`);
    await store(call, keys, frozen);
    return call.inside(async (ctx) => {
      const now = await kind.read(ctx, recordId, { lock: true });
      if (now.version !== record.version) throw new Failure('stale');
      await assertSignable(ctx, entity, now);
      const id = await addRound(ctx, record, {
        entity,
        kind: 'digital_otp',
        state: 'open',
        number,
        inOrder: body.inOrder,
        ...keys,
        ...pageColumns(frozen),
        hash: createHash('sha256').update(frozen.pdf).digest(),
        signBy: signBy(ctx.today),
      });
      await nameFiles(ctx, Object.values(keys));
      await addSigners(ctx, id, now, body);
      await note(ctx, { signatureId: id, signerId: null, what: 'asked' });
      ctx.audit({ action: 'signature_asked', entity, entityId: recordId, after: { number } });
      return answered(ctx, now, { id, entity });
    });
  };
