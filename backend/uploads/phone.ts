/** Files that come from a phone by the link of a QR code, to the person who made it. */
import { Failure } from '#domain/errors.ts';
import type { uploads as table } from '#domain/uploads/endpoints.ts';
import { PHONE_MINUTES, purposes, type UploadPurpose } from '#domain/upload-purposes.ts';
import type { Verbs } from '../lib/bind.ts';
import { holds, type Ctx, type PublicCtx } from '../lib/context.ts';
import { followLink, giveBack, openLink, revokeLinks, takeUse } from '../lib/link.ts';
import { qrCode } from '../lib/qr.ts';
import { keepFile } from './keep.ts';

type Phone = Pick<
  Verbs<typeof table>,
  | 'POST /uploads/links'
  | 'GET /uploads/links/:id'
  | 'DELETE /uploads/links/:id'
  | 'GET /links/upload'
  | 'POST /links/upload'
>;

/** An own link; throws `not_found`. */
async function ownLink({ db, user }: Ctx, id: number) {
  const row = await db
    .selectFrom('links')
    .select(['expiresAt', 'revokedAt', 'usesLeft'])
    .where('companyId', '=', user.companyId)
    .where('purpose', '=', 'upload')
    .where('recordId', '=', user.id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  return row;
}

/** Finds the link of a phone and runs `work` as the person who made it. */
async function following(ctx: PublicCtx, token: string) {
  const { id, companyId, recordId: userId } = await followLink(ctx, ['upload'], token);
  const inside = <T>(work: (inner: Ctx) => Promise<T>) => ctx.asCompany(companyId, userId, work);
  const { usesLeft, uploadPurpose, expiresAt, by, company } = await inside(async ({ db, user }) => {
    const link = await db
      .selectFrom('links')
      .select(['usesLeft', 'uploadPurpose', 'expiresAt'])
      .where('companyId', '=', companyId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { ...link, by: user.name, company: user.companyName };
  });
  return {
    id,
    companyId,
    inside,
    left: usesLeft ?? 0,
    purpose: uploadPurpose as UploadPurpose,
    expiresAt,
    by,
    company,
  };
}

export const phoneVerbs: Phone = {
  'POST /uploads/links': async (ctx, { body: { purpose, most } }) => {
    if (!holds(ctx, ...purposes[purpose].send)) throw new Failure('forbidden');
    // A person has one QR code at a time: making one ends the former.
    await revokeLinks(ctx, 'upload', ctx.user.id);
    const expiresAt = new Date(ctx.now.getTime() + PHONE_MINUTES * 60_000);
    const of = { purpose: 'upload', recordId: ctx.user.id, usesLeft: most, uploadPurpose: purpose } as const;
    const { id, token } = await openLink(ctx, { ...of, expiresAt });
    const url = `${ctx.config.PUBLIC_ORIGIN}/carica/${token}`;
    ctx.audit({ action: 'upload_link', entity: 'user', entityId: ctx.user.id, after: { purpose } });
    return { id, url, expiresAt: expiresAt.toISOString(), qr: qrCode(url) };
  },
  'GET /uploads/links/:id': async (ctx, { params: { id } }) => {
    const { expiresAt, revokedAt, usesLeft } = await ownLink(ctx, id);
    const files = await ctx.db
      .selectFrom('uploads')
      .select(['id', 'name', 'type', 'bytes', 'width', 'height'])
      .where('companyId', '=', ctx.user.companyId)
      .where('linkId', '=', id)
      .where('readyAt', 'is not', null)
      .orderBy('id')
      .execute();
    return { files, open: revokedAt === null && new Date(expiresAt) > ctx.now && (usesLeft ?? 0) > 0 };
  },
  'DELETE /uploads/links/:id': async (ctx, { params: { id } }) => {
    await ownLink(ctx, id);
    await revokeLinks(ctx, 'upload', ctx.user.id, id);
    ctx.audit({ action: 'upload_link_ended', entity: 'user', entityId: ctx.user.id });
  },
  'GET /links/upload': async (ctx, { query: { token } }) => {
    const { purpose, left, by, company, expiresAt } = await following(ctx, token);
    const { label, kinds, mostBytes } = purposes[purpose];
    return { company, by, label, kinds: [...kinds], mostBytes, left, expiresAt };
  },
  'POST /links/upload': async (ctx, { query: { token, name }, body: arriving }) => {
    const { id, companyId, inside, purpose, left } = await following(ctx, token);
    await inside((inner) => takeUse(inner, { id }));
    try {
      await arriving((file) =>
        ctx.heavily('pictures', companyId, () =>
          keepFile({ files: ctx.files, inside }, { purpose, name, linkId: id }, file),
        ),
      );
    } catch (error) {
      await inside((inner) => giveBack(inner, { id }));
      throw error;
    }
    return { left: left - 1 };
  },
};
