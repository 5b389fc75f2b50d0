import { telephone } from '#domain/italian.ts';
import { defaultTexts, filledText } from '#domain/privacy/default-texts.ts';
import type { PrivacyText } from '#domain/privacy/schema.ts';
import type { privacy as table } from '#domain/privacy/endpoints.ts';
import type { TextKind } from '#domain/privacy/terms.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';

type Table = typeof table;
const MOST = 200;

const select = ({ db, user }: Ctx) =>
  db
    .selectFrom('privacyTexts as t')
    .leftJoin('users as u', (on) => on.onRef('u.companyId', '=', 't.companyId').onRef('u.id', '=', 't.userId'))
    .select(['t.id', 't.kind', 't.version', 't.text', 't.createdAt as at', 'u.name as who'])
    .where('t.companyId', '=', user.companyId);

const asText = ({ who, kind, ...row }: Omit<PrivacyText, 'who' | 'kind'> & { who: string | null; kind: string }) => ({
  ...row,
  kind: kind as TextKind,
  who: who ?? 'Sistema',
});

export const readTexts: VerbOf<Table, 'GET /privacy/texts'> = async (ctx) =>
  (await select(ctx).orderBy('t.id', 'desc').limit(MOST).execute()).map(asText);

/** Adds the next version of a text; of two at once the second one gets the following number. */
async function add(ctx: Ctx, kind: TextKind, text: string, userId: number | null) {
  const { companyId } = ctx.user;
  // Locking the company's row puts simultaneous calls in one order.
  await ctx.db.selectFrom('companies').select('companyId').where('companyId', '=', companyId).forUpdate().execute();
  const last = await select(ctx).where('t.kind', '=', kind).orderBy('t.version', 'desc').limit(1).executeTakeFirst();
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

export const publish: VerbOf<Table, 'POST /privacy/texts'> = async (ctx, { body: { kind, text } }) => {
  const id = await add(ctx, kind, text, ctx.user.id);
  return asText(await select(ctx).where('t.id', '=', id).executeTakeFirstOrThrow());
};

/** The version of a text in force; the product's default text becomes version 1 at the first answer to it. */
export async function versionOf(ctx: Ctx, kind: TextKind): Promise<number> {
  const last = await select(ctx).where('t.kind', '=', kind).orderBy('t.version', 'desc').limit(1).executeTakeFirst();
  return last?.id ?? add(ctx, kind, defaultTexts[kind], null);
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
  const rows = await select(ctx).distinctOn('t.kind').orderBy('t.kind').orderBy('t.version', 'desc').execute();
  const of = (kind: TextKind) => filledText(rows.find((row) => row.kind === kind)?.text ?? defaultTexts[kind], house);
  return {
    notice: of('notice'),
    marketing: of('marketing'),
    profiling: of('profiling'),
    third_parties: of('third_parties'),
  };
}
