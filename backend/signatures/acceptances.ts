/** Who accepted the advanced signature, on which conditions, and whether that counts today. */
import { addMonths } from '#domain/dates.ts';
import { contractSettingFields } from '#domain/contracts/setting-standards.ts';
import { ADVANCED_YEARS, isAdvanced, type Identity } from '#domain/signatures/advanced.ts';
import type { Ctx } from '../lib/work/context.ts';
import { readSettingsOn } from '../lib/records/params.ts';
import type { Signing } from '../lib/ports/signable.ts';

/** What is kept with an acceptance or a signature of today is kept until this day. */
export const keptFrom = (today: string): string => addMonths(today, 12 * ADVANCED_YEARS);

/** Whether the company offers the advanced signature, and the conditions in force; `id`: null until somebody accepts them. */
export async function readConditions({ db, user, today }: Ctx) {
  const group = { group: 'contracts', fields: contractSettingFields } as const;
  const [settings] = await readSettingsOn(db, user.companyId, group, [today]);
  const last = await db
    .selectFrom('signatureConditions')
    .select(['id', 'version', 'text'])
    .where('companyId', '=', user.companyId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  const conditions = settings!.advancedConditions;
  const isKept = last?.text === conditions;
  return {
    offered: settings!.advancedSignature,
    insurance: settings!.advancedInsurance,
    conditions,
    id: isKept ? last.id : null,
    version: isKept ? last.version : (last?.version ?? 0) + 1,
  };
}
export type Conditions = Awaited<ReturnType<typeof readConditions>>;

/** The acceptances of a customer, newest first. */
export const acceptancesOf = ({ db, user }: Ctx, customerId: number) =>
  selectAcceptances(db, user.companyId).where('a.customerId', '=', customerId).limit(50).execute();

/** Some acceptances by their ids. */
export const acceptancesBy = ({ db, user }: Ctx, ids: readonly number[]) =>
  selectAcceptances(db, user.companyId)
    .where('a.id', 'in', [0, ...ids])
    .execute();

const selectAcceptances = (db: Ctx['db'], companyId: number) =>
  db
    .selectFrom('signatureAcceptances as a')
    .innerJoin('signatureConditions as c', (on) =>
      on.onRef('c.companyId', '=', 'a.companyId').onRef('c.id', '=', 'a.conditionsId'),
    )
    .innerJoin('users as w', (on) => on.onRef('w.companyId', '=', 'a.companyId').onRef('w.id', '=', 'a.witnessId'))
    .leftJoin('users as r', (on) => on.onRef('r.companyId', '=', 'a.companyId').onRef('r.id', '=', 'a.revokedBy'))
    .select(['a.id', 'a.acceptedAt as at', 'a.phone', 'a.paperNumber as number', 'a.keptUntil', 'a.revokedAt'])
    .select([
      'a.customerId',
      'a.declarationKey',
      'a.declarationType',
      'a.paperKey',
      'a.paperType',
      'c.version',
      'c.text as conditions',
    ])
    .select(['w.name as witness', 'r.name as revokedBy'])
    .select((eb) => eb.ref('a.paperKind').$castTo<Identity>().as('paper'))
    .where('a.companyId', '=', companyId)
    .where('c.companyId', '=', companyId)
    .where('w.companyId', '=', companyId)
    .orderBy('a.id', 'desc');
export type AcceptanceRow = Awaited<ReturnType<typeof acceptancesOf>>[number];

/** An acceptance as the rules read it. */
export const ruled = ({ phone, revokedAt, conditions }: AcceptanceRow) => ({
  phone,
  conditions,
  isRevoked: revokedAt !== null,
});

/** Somebody who signs by code, with where the code goes. */
interface CodeSigner {
  role: string;
  name: string;
  channel: string;
  phone: string | null;
}

/** The last acceptance of a signer whom the record knows as a customer: somebody under another name is another person. */
export async function acceptedBy(
  ctx: Ctx,
  { parties }: Pick<Signing, 'parties'>,
  signer: Pick<CodeSigner, 'role' | 'name'>,
): Promise<AcceptanceRow | null> {
  const party = parties.find(({ role, name }) => role === signer.role && name === signer.name);
  if (!party?.customerId) return null;
  return (await acceptancesOf(ctx, party.customerId))[0] ?? null;
}

/** The acceptance that makes a signature of today an advanced one; null: it is a simple one. */
export async function advancedBy(
  ctx: Ctx,
  record: Pick<Signing, 'parties'>,
  signer: CodeSigner,
): Promise<AcceptanceRow | null> {
  const found = await acceptedBy(ctx, record, signer);
  if (!found) return null;
  return isAdvanced(ruled(found), await readConditions(ctx), signer) ? found : null;
}
