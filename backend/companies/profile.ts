import type { companies as table } from '#domain/companies/endpoints.ts';
import { companyFields } from '#domain/companies/fields.ts';
import type { CompanyProfile } from '#domain/companies/schema.ts';
import { LOGO, LOGO_THIN } from '#domain/companies/rules.ts';
import { Failure } from '#domain/errors.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx, HeavyCtx } from '../lib/work/context.ts';
import { columnsFrom } from '../lib/records/records.ts';
import { acceptPicture, answerPicture, replacePicture, type PictureLimits } from '../lib/files/pictures.ts';
import { chooseNumbers, readNumbers } from './numbers.ts';

type Table = typeof table;
const keys = keysOf(companyFields);

/** The row of the caller's company; locked, no other change of the company comes between. */
async function readRow(ctx: Ctx, lock: boolean) {
  return ctx.db
    .selectFrom('companies')
    .select([...keys, 'version', 'logoKey', 'logoWidth', 'logoHeight'])
    .where('companyId', '=', ctx.user.companyId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
}

/** The company as its managers see it. */
async function answer(ctx: Ctx): Promise<CompanyProfile> {
  const { logoKey, logoWidth, logoHeight, accounts, payments, ...row } = await readRow(ctx, false);
  const logo = logoKey === null ? null : { key: logoKey.slice(-8), width: logoWidth!, height: logoHeight! };
  return {
    id: ctx.user.companyId,
    ...row,
    accounts: accounts as CompanyProfile['accounts'],
    payments: payments as CompanyProfile['payments'],
    numbers: await readNumbers(ctx),
    logo,
  };
}

/** Throws `not_found` for another company than the caller's. */
function check({ user }: Pick<Ctx, 'user'>, { company_id }: { company_id: number }): void {
  if (company_id !== user.companyId) throw new Failure('not_found');
}

export const read: VerbOf<Table, 'GET /companies/:company_id/profile'> = async (ctx, { params }) => {
  check(ctx, params);
  return answer(ctx);
};

export const save: VerbOf<Table, 'PUT /companies/:company_id/profile'> = async (ctx, { params, body, version }) => {
  check(ctx, params);
  const before = await readRow(ctx, true);
  if (before.version !== version) throw new Failure('stale', undefined, { current: await answer(ctx) });
  await ctx.db
    .updateTable('companies')
    .set({ ...columnsFrom(companyFields, body), version: version + 1, updatedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .execute();
  const old = Object.fromEntries(keys.map((key) => [key, before[key]]));
  ctx.audit({ action: 'update', entity: 'company', entityId: ctx.user.companyId, before: old, after: body });
  return answer(ctx);
};

/** Chooses prefix and first number of a kind; throws `stale` as a change of the company's data does. */
export const saveNumbers: VerbOf<Table, 'PUT /companies/:company_id/numbers'> = async (
  ctx,
  { params, body, version },
) => {
  check(ctx, params);
  const before = await readRow(ctx, true);
  if (before.version !== version) throw new Failure('stale', undefined, { current: await answer(ctx) });
  await chooseNumbers(ctx, body);
  await ctx.db
    .updateTable('companies')
    .set({ version: version + 1, updatedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .execute();
  return answer(ctx);
};

const limits: PictureLimits = {
  ...LOGO,
  thin: { most: LOGO.thin, sentence: LOGO_THIN },
  typesSentence: 'Scegliere un logo PNG o JPEG',
};

async function replaceLogo(ctx: HeavyCtx, params: { company_id: number }, base64: string | null) {
  check(ctx, params);
  const picture = base64 === null ? null : await acceptPicture(base64, limits);
  await replacePicture(ctx, picture && picture.bytes, async (inner, logoKey) => {
    const { logoKey: old } = await readRow(inner, true);
    const { width = null, height = null } = picture ?? {};
    await inner.db
      .updateTable('companies')
      .set((eb) => ({ logoKey, logoWidth: width, logoHeight: height, version: eb('version', '+', 1) }))
      .set({ updatedAt: inner.now })
      .where('companyId', '=', inner.user.companyId)
      .execute();
    const after = { logo: picture && `${width} × ${height}` };
    inner.audit({
      action: picture ? 'logo_set' : 'logo_removed',
      entity: 'company',
      entityId: params.company_id,
      after,
    });
    return old;
  });
  return ctx.inside(answer);
}

export const setLogo: VerbOf<Table, 'PUT /companies/:company_id/logo'> = (ctx, { params, body }) =>
  replaceLogo(ctx, params, body.base64);
export const removeLogo: VerbOf<Table, 'DELETE /companies/:company_id/logo'> = (ctx, { params }) =>
  replaceLogo(ctx, params, null);

export const readLogo: VerbOf<Table, 'GET /companies/:company_id/logo'> = async (ctx, { params }) => {
  check(ctx, params);
  const { logoKey } = await readRow(ctx, false);
  if (!logoKey) throw new Failure('not_found');
  return answerPicture(ctx, logoKey, 'logo');
};
