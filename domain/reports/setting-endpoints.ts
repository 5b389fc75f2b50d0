import { datedAnswer, datedCalls, datedInput } from '../record/dated.ts';
import { reportSettingFields } from './setting-fields.ts';

/** Calls about what a company sets for reports and alerts. */
export const reportSettingCalls = datedCalls('reports/settings', {
  what: 'its reports by mail and its alerts',
  input: datedInput(reportSettingFields),
  answer: datedAnswer(reportSettingFields),
});
