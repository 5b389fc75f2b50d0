/** The privacy texts of a company, by version. */
import { telephone } from '#domain/italian.ts';
import { defaultTexts, filledText } from '#domain/privacy/default-texts.ts';
import type { TextKind } from '#domain/privacy/terms.ts';
import type { Ctx } from '../work/context.ts';

/** The versions of the texts of a company. */
export const versionsOf = ({ db, user }: Ctx) =>
  db
    .selectFrom('privacyTexts as t')
    .leftJoin('users as u', (on) => on.onRef('u.companyId', '=', 't.companyId').onRef('u.id', '=', 't.userId'))
    .select(['t.id', 't.kind', 't.version', 't.text', 't.createdAt as at', 'u.name as who'])
    .where('t.companyId', '=', user.companyId);

/**
 * Adds the next version of a text, as its id; of two at once the second one gets the following number. Without `userId`
 * only where there is none.
 */
export async function addVersion(ctx: Ctx, kind: TextKind, text: string, userId: number | null) {
  const { companyId } = ctx.user;
  // Locking the company's row puts simultaneous calls in one order.
  await ctx.db.selectFrom('companies').select('companyId').where('companyId', '=', companyId).forUpdate().execute();
  const last = await versionsOf(ctx)
    .where('t.kind', '=', kind)
    .orderBy('t.version', 'desc')
    .limit(1)
    .executeTakeFirst();
  // Somebody else may have published the missing version meanwhile.
  if (last && userId === null) return last.id;
  const { id } = await ctx.db
    .insertInto('privacyTexts')
    .values({ companyId, kind, version: (last?.version ?? 0) + 1, text, userId, createdAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const facts = { before: { text: last?.text ?? null }, after: { text } };
  ctx.audit({ action: 'publish', entity: 'privacy_text', entityId: id, ...facts });
  return id;
}

/** The version of a text in force; the product's default text becomes version 1 at the first answer to it. */
export async function versionOf(ctx: Ctx, kind: TextKind): Promise<number> {
  const last = await versionsOf(ctx)
    .where('t.kind', '=', kind)
    .orderBy('t.version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.id ?? addVersion(ctx, kind, defaultTexts[kind], null);
}

/** Name and contacts of the company, for its texts. */
export async function readHouse({ db, user }: Ctx): Promise<{ name: string; contacts: string }> {
  const { name, ...rest } = await db
    .selectFrom('companies')
    .select(['name', 'address', 'cap', 'city', 'phone', 'email'])
    .where('companyId', '=', user.companyId)
    .executeTakeFirstOrThrow();
  const place = [rest.address, [rest.cap, rest.city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return { name, contacts: [place, rest.phone && telephone(rest.phone), rest.email].filter(Boolean).join(' · ') };
}

/** The texts in force of each kind: the last version, or the product's default, which has no number yet. */
export async function readWords(ctx: Ctx): Promise<Record<TextKind, string>> {
  const house = await readHouse(ctx);
  const rows = await versionsOf(ctx).distinctOn('t.kind').orderBy('t.kind').orderBy('t.version', 'desc').execute();
  const of = (kind: TextKind) => filledText(rows.find((row) => row.kind === kind)?.text ?? defaultTexts[kind], house);
  return {
    notice: of('notice'),
    marketing: of('marketing'),
    profiling: of('profiling'),
    third_parties: of('third_parties'),
  };
}

/** A text as somebody was shown it: the version, and its words. */
export interface Worded {
  id: number;
  text: string;
}

/** The texts in force of these kinds, each with its version: what somebody is shown can be told afterwards. */
export async function wordedTexts(ctx: Ctx, kinds: readonly TextKind[]): Promise<Map<TextKind, Worded>> {
  const words = await readWords(ctx);
  const worded = new Map<TextKind, Worded>();
  for (const kind of kinds) worded.set(kind, { id: await versionOf(ctx, kind), text: words[kind] });
  return worded;
}
