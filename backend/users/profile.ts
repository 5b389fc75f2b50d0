import type { users as table } from '#domain/users/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { guessIssue } from '../lib/people/password-guess.ts';
import { checkOwnPassword } from '../lib/people/own-password.ts';
import { hashPassword } from '../lib/people/password.ts';
import { replaceHash, userAnswer } from '../lib/people/people.ts';
import { acceptPicture, answerPicture, replacePicture, type PictureLimits } from '../lib/files/pictures.ts';
import { writeWords } from '../lib/records/search.ts';

const own = ({ user }: Ctx) => ({ companyId: user.companyId, id: user.id });
const read = (ctx: Ctx) =>
  ctx.db
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb.and(own(ctx)))
    .executeTakeFirstOrThrow();

/** Changes the caller's name and phone. */
export const saveProfile: VerbOf<typeof table, 'PUT /users/me'> = async (ctx, { body, version }) => {
  const before = await read(ctx);
  const { numUpdatedRows } = await ctx.db
    .updateTable('users')
    .set({ ...body, version: version + 1, updatedAt: ctx.now })
    .where((eb) => eb.and(own(ctx)))
    .where('version', '=', version)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new Failure('stale', undefined, { current: await userAnswer(ctx.db, ctx.config, ctx.user) });
  await writeWords(ctx, 'users', [ctx.user.id]);
  ctx.forget(ctx.user.id);
  ctx.audit({
    action: 'update',
    entity: 'user',
    entityId: ctx.user.id,
    before: { name: before.name, phone: before.phone },
    after: body,
  });
  return userAnswer(ctx.db, ctx.config, ctx.user);
};

/**
 * Changes the caller's password; every other session ends and a notice is mailed. Wrong guesses count as failed logins.
 */
export const changePassword: VerbOf<typeof table, 'PUT /users/me/password'> = async (ctx, { body }) => {
  const { companyId, id: userId, name, email, companyName } = ctx.user;
  await checkOwnPassword(ctx, body.current, 'current');
  const issue = await guessIssue(body.password, [name, email, companyName]);
  if (issue) throw new Failure('invalid', undefined, { fields: { password: issue } });
  const passwordHash = await hashPassword(body.password);
  await ctx.inside(async ({ db, emit, audit }) => {
    await replaceHash(db, { companyId, userId }, passwordHash);
    await emit('user.password-changed', { userId, keepSession: ctx.sessionId });
    audit({ action: 'password_changed', entity: 'user', entityId: userId });
  });
};

const limits: PictureLimits = {
  bytes: 300_000,
  side: 1024,
  square: true,
  types: ['image/png', 'image/jpeg', 'image/webp'],
  typesSentence: 'Scegliere una immagine PNG, JPEG o WebP',
};

async function keepPicture(ctx: Ctx, pictureKey: string | null) {
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
  ctx.audit({ action: pictureKey ? 'picture_set' : 'picture_removed', entity: 'user', entityId: ctx.user.id });
  return old;
}

export const setPicture: VerbOf<typeof table, 'PUT /users/me/picture'> = async (ctx, { body }) =>
  replacePicture(ctx, (await acceptPicture(body.base64, limits)).bytes, keepPicture);
export const removePicture: VerbOf<typeof table, 'DELETE /users/me/picture'> = (ctx) =>
  replacePicture(ctx, null, keepPicture);

/** Picture of a colleague. */
export const readPicture: VerbOf<typeof table, 'GET /users/:id/picture'> = async (ctx, { params }) => {
  const row = await ctx.db
    .selectFrom('users')
    .select('pictureKey')
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', params.id)
    .executeTakeFirst();
  if (!row?.pictureKey) throw new Failure('not_found');
  return answerPicture(ctx, row.pictureKey, String(params.id));
};

/**
 * Stores theme, density and shortcuts, without a version: toggling the theme must not make an open profile form stale.
 */
export const saveAppearance: VerbOf<typeof table, 'PUT /users/me/appearance'> = async (ctx, { body }) => {
  const { theme, density, shortcuts } = await read(ctx);
  await ctx.db
    .updateTable('users')
    .set({ ...body, updatedAt: ctx.now })
    .where((eb) => eb.and(own(ctx)))
    .execute();
  ctx.audit({
    action: 'appearance',
    entity: 'user',
    entityId: ctx.user.id,
    before: { theme, density, shortcuts },
    after: body,
  });
};

/** Notes that the caller has read the updates page now. */
export const markUpdatesSeen: VerbOf<typeof table, 'PUT /users/me/updates-seen'> = async (ctx) => {
  await ctx.emit('updates.seen', {});
  await ctx.db
    .updateTable('users')
    .set({ updatesSeenAt: ctx.now })
    .where((eb) => eb.and(own(ctx)))
    .execute();
  ctx.audit({ action: 'updates_seen', entity: 'user', entityId: ctx.user.id });
};
