/**
 * Files that come from a phone by the link of a QR code, to the person who made it. A file takes its place on the link
 * for good in the transaction by which the desk has it: the desk waits as long as something is on its way.
 */
import { Failure } from '#domain/errors.ts';
import type { uploads as table } from '#domain/uploads/endpoints.ts';
import { KEPT_HOURS, PHONE_MINUTES, purposes, TRAVEL_MINUTES, type UploadPurpose } from '#domain/upload-purposes.ts';
import type { Verbs } from '../lib/work/bind.ts';
import type { Ctx, PublicCtx } from '../lib/work/context.ts';
import { followLink, openLink, revokeLinks } from '../lib/people/link.ts';
import { qrCode } from '../lib/files/qr.ts';
import { takeArriving } from './arriving.ts';
import { checkSender } from './keep.ts';

type Phone = Pick<
  Verbs<typeof table>,
  | 'POST /uploads/links'
  | 'GET /uploads/links/:id'
  | 'DELETE /uploads/links/:id'
  | 'GET /links/upload'
  | 'POST /links/upload'
>;

const MINUTE = 60_000;
const ago = ({ now }: Ctx, minutes: number) => new Date(now.getTime() - minutes * MINUTE).toISOString();

/** An own link; throws `not_found`. */
async function ownLink({ db, user }: Ctx, id: number) {
  const row = await db
    .selectFrom('links')
    .select(['expiresAt', 'revokedAt', 'usesLeft', 'uploadPurpose'])
    .where('companyId', '=', user.companyId)
    .where('purpose', '=', 'upload')
    .where('recordId', '=', user.id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  return row;
}

/** Former links take nothing new; what set out by them still arrives, and whoever reloads the page finds it. */
async function endFormer({ db, user, now }: Ctx): Promise<void> {
  await db
    .updateTable('links')
    .set({ expiresAt: now })
    .where('companyId', '=', user.companyId)
    .where('purpose', '=', 'upload')
    .where('recordId', '=', user.id)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .execute();
}

/** The caller's files of this purpose that came, or are coming, from phones and that no record has held, oldest first. */
const fromPhones = (ctx: Ctx, purpose: string | null) =>
  ctx.db
    .selectFrom('uploads')
    .select(['id', 'name', 'type', 'bytes', 'width', 'height', 'linkId', 'readyAt', 'createdAt'])
    .where('companyId', '=', ctx.user.companyId)
    .where('userId', '=', ctx.user.id)
    .where('purpose', '=', purpose)
    .where('linkId', 'is not', null)
    .where('heldAt', 'is', null)
    .where('releasedAt', 'is', null)
    .where('createdAt', '>', ago(ctx, KEPT_HOURS * 60))
    .orderBy('id')
    .execute();

const noPlace = () =>
  new Failure(
    'conflict',
    'Questo collegamento ha già portato, o sta portando, tutto quello che poteva: chiederne uno nuovo al banco.',
  );

/** The place of a file that sets out by a link. Throws `conflict` when none is left beside those on their way. */
async function setOut({ db, user }: Ctx, linkId: number, travelling: number): Promise<void> {
  const { usesLeft } = await db
    .selectFrom('links')
    .select('usesLeft')
    .where('companyId', '=', user.companyId)
    .where('id', '=', linkId)
    .executeTakeFirstOrThrow();
  if ((usesLeft ?? 0) <= travelling) throw noPlace();
}

/** It has arrived and takes its place; throws `conflict` when the desk waits for it no more. Returns how many are left. */
async function land({ db, user }: Ctx, linkId: number): Promise<number> {
  const row = await db
    .updateTable('links')
    .set((eb) => ({ usesLeft: eb('usesLeft', '-', 1) }))
    .where('companyId', '=', user.companyId)
    .where('id', '=', linkId)
    .where('usesLeft', '>', 0)
    .where('revokedAt', 'is', null)
    .returning('usesLeft')
    .executeTakeFirst();
  if (!row) throw new Failure('conflict', 'Al banco non si aspetta più questo file: chiedere un nuovo codice QR.');
  return row.usesLeft!;
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
    checkSender(ctx, purpose);
    // A person has one QR code at a time: making one ends the former.
    await endFormer(ctx);
    const expiresAt = new Date(ctx.now.getTime() + PHONE_MINUTES * MINUTE);
    const of = { purpose: 'upload', recordId: ctx.user.id, usesLeft: most, uploadPurpose: purpose } as const;
    const { id, token } = await openLink(ctx, { ...of, expiresAt });
    const url = `${ctx.config.PUBLIC_ORIGIN}/carica/${token}`;
    ctx.audit({ action: 'upload_link', entity: 'user', entityId: ctx.user.id, after: { purpose } });
    return { id, url, expiresAt: expiresAt.toISOString(), qr: qrCode(url) };
  },
  'GET /uploads/links/:id': async (ctx, { params: { id } }) => {
    const { expiresAt, revokedAt, usesLeft, uploadPurpose } = await ownLink(ctx, id);
    const files = await ctx.db
      .selectFrom('uploads')
      .select(['id', 'name', 'type', 'bytes', 'width', 'height'])
      .where('companyId', '=', ctx.user.companyId)
      .where('linkId', '=', id)
      .where('readyAt', 'is not', null)
      .orderBy('id')
      .execute();
    const loose = await fromPhones(ctx, uploadPurpose);
    const coming = loose.filter(({ readyAt, createdAt }) => !readyAt && createdAt > ago(ctx, TRAVEL_MINUTES));
    const isValid = new Date(expiresAt) > ctx.now || coming.some(({ linkId }) => linkId === id);
    return {
      files,
      open: revokedAt === null && isValid && (usesLeft ?? 0) > 0,
      coming: coming.length,
      earlier: loose.filter(({ linkId, readyAt }) => readyAt && linkId !== id),
    };
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
    const { id, companyId, inside, purpose } = await following(ctx, token);
    let left = 0;
    await takeArriving(ctx, arriving, {
      companyId,
      linkId: id,
      purpose,
      name,
      inside,
      setOut: (inner, travelling) => setOut(inner, id, travelling),
      landed: async (inner) => {
        left = await land(inner, id);
      },
    });
    return { left };
  },
};
