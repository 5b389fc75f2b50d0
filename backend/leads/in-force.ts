import { leadSettingFields, type LeadSettings } from '#domain/leads/setting-fields.ts';
import type { Ctx } from '../lib/work/context.ts';
import { readSettingsOn } from '../lib/records/params.ts';

export const leadGroup = { group: 'leads', fields: leadSettingFields } as const;

/** Read once for each transaction: a job makes many leads in one. */
const known = new WeakMap<Ctx['db'], Promise<LeadSettings>>();

/** The company's settings for its leads, in force today. */
export function readLeadSettings({ db, user, today }: Ctx): Promise<LeadSettings> {
  const read = known.get(db) ?? readSettingsOn(db, user.companyId, leadGroup, [today]).then(([settings]) => settings!);
  known.set(db, read);
  return read;
}

/** Whether the company shows how single persons do to others than who leads them. */
export const showsPersons = async (ctx: Ctx): Promise<boolean> => (await readLeadSettings(ctx)).showsPersons;
