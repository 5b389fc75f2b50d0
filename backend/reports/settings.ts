import type { reportSettingCalls } from '#domain/reports/setting-endpoints.ts';
import { reportSettingFields, type ReportSettings } from '#domain/reports/setting-fields.ts';
import { datedSettings } from '../lib/records/dated.ts';
import { readSettingsOn } from '../lib/records/params.ts';
import type { Verbs } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';

const settings = { group: 'reports', fields: reportSettingFields } as const;

/** What the company sets for its reports, in force today. */
export const readReportSettings = async ({ db, user, today }: Ctx): Promise<ReportSettings> =>
  (await readSettingsOn(db, user.companyId, settings, [today]))[0]!;

const dated = datedSettings({ ...settings, entity: 'report_settings' });

export const settingVerbs: Verbs<typeof reportSettingCalls> = {
  'GET /reports/settings': dated.read,
  'PUT /reports/settings': dated.save,
  'POST /reports/settings/unschedule': dated.unschedule,
  'GET /reports/settings/timeline': dated.history,
};
