import { randomBytes } from 'node:crypto';
import type { users as table } from '#domain/users/endpoints.ts';
import { passwordIssue } from '#domain/auth/rules.ts';
import { Failure } from '#domain/errors.ts';
import { e164 } from '#domain/users/rules.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import { hashPassword, inHashSlot, verifyPassword } from '../lib/password.ts';
import { replaceHash, userAnswer } from '../lib/people.ts';
import { assertFree, countAttempt, forgive } from '../lib/throttle.ts';
import { imageType } from './image.ts';

const own = ({ user }: Ctx) => ({ companyId: user.companyId, id: user.id });
const read = (ctx: Ctx) =>
  ctx.db
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb.and(own(ctx)))
    .executeTakeFirstOrThrow();

/** Changes name and phone. */
export const saveProfile: VerbOf<typeof table, 'PUT /users/me'> = async (ctx, { body, version }) => {
  const before = await read(ctx);
  const after = { name: body.name, phone: body.phone && e164(body.phone) };
  const { numUpdatedRows } = await ctx.db
    .updateTable('users')
    .set({ ...after, version: version + 1, updatedAt: ctx.now })
    .where((eb) => eb.and(own(ctx)))
    .where('version', '=', version)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new Failure('stale', undefined, { current: await userAnswer(ctx.db, ctx.config, ctx.user.id) });
  ctx.forget(ctx.user.id);
  await ctx.audit({
    action: 'update',
    entity: 'user',
    entityId: ctx.user.id,
    before: { name: before.name, phone: before.phone },
    after,
  });
  return userAnswer(ctx.db, ctx.config, ctx.user.id);
};

/** Changes the own password; every other session ends and a notice goes out. Wrong guesses count as failed logins. */
export const changePassword: VerbOf<typeof table, 'PUT /users/me/password'> = async (ctx, { body }) => {
  const { companyId, id: userId, name, email, companyName } = ctx.user;
  const account = email.toLowerCase();
  await assertFree(ctx.db, ctx.now, { account });
  const login = await ctx.db
    .selectFrom('logins')
    .select('passwordHash')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!(await inHashSlot(() => verifyPassword(body.current, login?.passwordHash ?? null)))) {
    // The failure rolls this transaction back, so the attempt is counted on its own.
    await countAttempt(ctx.pool, 'account', account, ctx.now);
    throw new Failure('invalid', undefined, { fields: { current: 'La password attuale non è corretta' } });
  }
  const issue = passwordIssue(body.password, [name, email, companyName]);
  if (issue) throw new Failure('invalid', undefined, { fields: { password: issue } });
  const passwordHash = await hashPassword(body.password);
  await replaceHash(ctx.db, { companyId, userId }, passwordHash);
  await ctx.db
    .updateTable('sessions')
    .set({ revokedAt: ctx.now })
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('id', '!=', ctx.sessionId)
    .where('revokedAt', 'is', null)
    .execute();
  await forgive(ctx.db, 'account', account);
  await ctx.enqueue('password-notice', { companyId, userId });
  ctx.forget(userId);
  await ctx.audit({ action: 'password_changed', entity: 'user', entityId: userId });
};

const LARGEST_PICTURE = 300_000;

/** Sets or takes away the own picture. Its type is decided by its first bytes, never by what the caller says. */
async function replacePicture(ctx: Ctx, bytes: Uint8Array | null) {
  const type = bytes && imageType(bytes);
  if (bytes && (!type || bytes.length > LARGEST_PICTURE))
    throw new Failure('invalid', undefined, {
      fields: { base64: type ? 'Immagine troppo grande' : 'Scegliere una immagine PNG, JPEG o WebP' },
    });
  const pictureKey = bytes && `${ctx.user.companyId}/${randomBytes(16).toString('hex')}`;
  if (bytes && pictureKey) await ctx.files.put(pictureKey, bytes, type!);
  // Locked: of two at once the second takes away the first one's file.
  const { pictureKey: old } = await ctx.db
    .selectFrom('users')
    .select('pictureKey')
    .where((eb) => eb.and(own(ctx)))
    .forUpdate()
    .executeTakeFirstOrThrow();
  await ctx.db
    .updateTable('users')
    .set({ pictureKey, updatedAt: ctx.now })
    .where((eb) => eb.and(own(ctx)))
    .execute();
  if (old) ctx.afterCommit(() => ctx.files.delete(old));
  await ctx.audit({ action: bytes ? 'picture_set' : 'picture_removed', entity: 'user', entityId: ctx.user.id });
}

export const setPicture: VerbOf<typeof table, 'PUT /users/me/picture'> = (ctx, { body }) =>
  replacePicture(ctx, Buffer.from(body.base64, 'base64'));
export const removePicture: VerbOf<typeof table, 'DELETE /users/me/picture'> = (ctx) => replacePicture(ctx, null);

/** Picture of a colleague. */
export const readPicture: VerbOf<typeof table, 'GET /users/:id/picture'> = async (ctx, { params }) => {
  const row = await ctx.db
    .selectFrom('users')
    .select('pictureKey')
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', params.id)
    .executeTakeFirst();
  const key = row?.pictureKey;
  if (!key) throw new Failure('not_found');
  return async () => {
    const bytes = await ctx.files.get(key);
    const type = bytes && imageType(bytes);
    if (!bytes || !type) throw new Failure('not_found');
    return { bytes, type, name: `${params.id}.${type.slice(6)}`, inline: true };
  };
};

/** Theme, density and shortcuts: no version, because toggling the theme must not make an open profile form stale. */
export const saveAppearance: VerbOf<typeof table, 'PUT /users/me/appearance'> = async (ctx, { body }) => {
  const { theme, density, shortcuts } = await read(ctx);
  await ctx.db
    .updateTable('users')
    .set({ ...body, updatedAt: ctx.now })
    .where((eb) => eb.and(own(ctx)))
    .execute();
  await ctx.audit({
    action: 'appearance',
    entity: 'user',
    entityId: ctx.user.id,
    before: { theme, density, shortcuts },
    after: body,
  });
};

/** The updates page was read now. */
export const markUpdatesSeen: VerbOf<typeof table, 'PUT /users/me/updates-seen'> = async (ctx) => {
  await ctx.db
    .updateTable('users')
    .set({ updatesSeenAt: ctx.now })
    .where((eb) => eb.and(own(ctx)))
    .execute();
  await ctx.audit({ action: 'updates_seen', entity: 'user', entityId: ctx.user.id });
};
