/** The code of somebody who signs on the dealer's device: it proves that the address is theirs and that they are there. */
import { Failure } from '#domain/errors.ts';
import { masked } from '#domain/signatures/code.ts';
import type { signatures as table } from '#domain/signatures/endpoints.ts';
import type { SignerRole } from '#domain/signatures/terms.ts';
import { readDealer } from '../documents/letterhead.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Signable } from '../lib/ports/signable.ts';
import { assertSignable } from './ask.ts';
import { drawCode, refusalOfCode, sendCode, type CodeRow } from './codes.ts';
import { kindOf } from './records.ts';
import { assertReachable, type SignerContact } from './signers.ts';

interface Of {
  entity: string;
  recordId: number;
  role: SignerRole;
}

const rowOf = ({ db, user }: Ctx, { entity, recordId, role }: Of) =>
  db
    .selectFrom('signatureCodes')
    .select(['id', 'codeHash', 'codeAt', 'codeTries', 'codes', 'codesOn'])
    .where('companyId', '=', user.companyId)
    .where('entity', '=', entity)
    .where('recordId', '=', recordId)
    .where('role', '=', role)
    .forUpdate()
    .executeTakeFirst();

/** The locked row of a party's codes, made with the first. */
async function takeRow(ctx: Ctx, of: Of) {
  const { entity, recordId, role } = of;
  await ctx.db
    .insertInto('signatureCodes')
    .values({ companyId: ctx.user.companyId, entity, recordId, role })
    .onConflict((on) => on.columns(['companyId', 'entity', 'recordId', 'role']).doNothing())
    .execute();
  return (await rowOf(ctx, of))!;
}

const setRow = ({ db, user }: Ctx, id: number, columns: object) =>
  db.updateTable('signatureCodes').set(columns).where('companyId', '=', user.companyId).where('id', '=', id).execute();

/** Where the code of a party goes. */
const goesTo = ({ channel, email, phone }: SignerContact) => (channel === 'sms' ? phone : email)!;
/** The code counts only with the address to which it went. */
const subjectOf = (id: number, given: SignerContact) => JSON.stringify(['desk', id, given.channel, goesTo(given)]);

/** Sends a party of a record a code; throws as asking for signatures does. */
export const deviceCodeBy =
  (kinds: readonly Signable[]): VerbOf<typeof table, 'POST /signatures/codes'> =>
  async (call, { body }) => {
    const { entity, recordId, channel } = body;
    const made = await call.inside(async (ctx) => {
      const record = await kindOf(kinds, entity).read(ctx, recordId, { lock: true });
      await assertSignable(ctx, entity, record);
      const { name } = await assertReachable(ctx, record, body);
      const row = await takeRow(ctx, body);
      const { code, columns } = drawCode(ctx, row, subjectOf(row.id, body));
      await setRow(ctx, row.id, columns);
      const to = goesTo(body);
      ctx.audit({ action: 'signature_code_sent', entity, entityId: recordId, after: { signer: name, to: masked(to) } });
      return { code, to, channel, name, title: record.title, dealer: await readDealer(ctx) };
    });
    await sendCode(call, made);
    return { to: masked(made.to) };
  };

export interface DeviceCode extends SignerContact {
  code: string;
}

/** A code that has come back, with when it was sent. */
export interface Proven {
  id: number;
  codeAt: string;
}

/**
 * Tries the codes of a record's parties: when each was sent, or what is wrong with them by the places of their rows. A
 * wrong try counts, if the transaction stays.
 */
export async function tryDeviceCodes(
  ctx: Ctx,
  of: Omit<Of, 'role'>,
  given: readonly DeviceCode[],
): Promise<{ faults: Record<string, string>; proven: Proven[] }> {
  const faults: Record<string, string> = {};
  const proven: Proven[] = [];
  for (const [at, one] of given.entries()) {
    const row = await rowOf(ctx, { ...of, role: one.role });
    const refusal = row ? refusalOfCode(ctx, row, subjectOf(row.id, one), one.code) : none;
    if (refusal) faults[`signers.${at}.code`] = refusal.sentence;
    if (row && refusal?.counts) await setRow(ctx, row.id, { codeTries: row.codeTries + 1 } satisfies Partial<CodeRow>);
    if (row && !refusal) proven.push({ id: row.id, codeAt: row.codeAt! });
  }
  return { faults, proven };
}
const none = { sentence: 'Chiedere prima un codice.', counts: false };

/** Each code signs once. */
export async function useDeviceCodes(
  ctx: Ctx,
  of: Omit<Of, 'role'>,
  given: readonly DeviceCode[],
): Promise<readonly Proven[]> {
  const { faults, proven } = await tryDeviceCodes(ctx, of, given);
  if (Object.keys(faults).length > 0) throw new Failure('invalid', undefined, { fields: faults });
  for (const { id } of proven) await setRow(ctx, id, { codeHash: null });
  return proven;
}
