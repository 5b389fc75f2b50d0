import type { Fields } from '../record/fields.ts';
import { standardConditions } from '../signatures/advanced.ts';
import { standardClauses } from './clauses.ts';
import { shownSettingFields } from './setting-fields.ts';

const { clauses, advancedConditions } = shownSettingFields;
/** The settings with the long texts with which every company begins, which no page has to load. */
export const contractSettingFields = {
  ...shownSettingFields,
  clauses: { ...clauses, default: standardClauses },
  advancedConditions: { ...advancedConditions, default: standardConditions },
} as const satisfies Fields;
