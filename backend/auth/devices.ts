import { REMEMBERED_DAYS } from '#domain/auth/limits.ts';
import type { Ctx } from '../lib/work/context.ts';
import { newToken, readToken } from '../lib/people/tokens.ts';

const DAY = 86_400_000;

/** Remembers the caller's browser; returns the token by which it is recognised later. */
export async function rememberDevice({ db, user, now, ip, userAgent }: Ctx): Promise<string> {
  const token = newToken(user.companyId);
  await db
    .insertInto('rememberedDevices')
    .values({
      companyId: user.companyId,
      userId: user.id,
      tokenHash: readToken(token)!.hash,
      ip,
      userAgent,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + REMEMBERED_DAYS * DAY),
    })
    .execute();
  return token;
}

/** Whether this person had the browser remembered within the last 30 days. */
export async function isRemembered({ db, user, now }: Ctx, device: string | undefined): Promise<boolean> {
  const place = device === undefined ? null : readToken(device);
  if (place?.companyId !== user.companyId) return false;
  const { numUpdatedRows } = await db
    .updateTable('rememberedDevices')
    .set({ lastUsedAt: now })
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.id)
    .where('tokenHash', '=', place.hash)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
