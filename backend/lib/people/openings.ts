import { privacySettingFields } from '#domain/privacy/setting-fields.ts';
import type { Ctx } from '../work/context.ts';
import { readSettingsOn } from '../records/params.ts';

const group = { group: 'privacy', fields: privacySettingFields };

/** Whether the company notes today who opens customers' pages; it does not unless somebody switched it on. */
export const notesOpenings = async ({ db, user, today }: Ctx): Promise<boolean> =>
  (await readSettingsOn(db, user.companyId, group, [today]))[0]!.notesOpenings;

/**
 * Notes that the caller opened a record, where the company wants it. It stands outside the audit's chain, so that it can
 * be deleted.
 */
export async function noteOpening(ctx: Ctx, entity: string, entityId: number): Promise<void> {
  if (ctx.user.id === 0 || !(await notesOpenings(ctx))) return;
  const { companyId, id: userId } = ctx.user;
  await ctx.db.insertInto('recordOpenings').values({ companyId, userId, entity, entityId, at: ctx.now }).execute();
}
