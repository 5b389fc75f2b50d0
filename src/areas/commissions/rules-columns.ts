import { commissionRuleFields } from '#domain/commissions/rule-fields.ts';
import { commissionRules as words } from '#site/messages/it/commissions.ts';
import { namedList } from '#site/ui/list/record/named.ts';
import { columnsOf, type ListSpec } from '#site/ui/list/table/columns.ts';

const hidden = new Set(['bands', 'variable', 'bandsBy']);

export const rulesList = ({ userId, mayManage }: { userId: number; mayManage: boolean }): ListSpec => ({
  area: 'commission-rules',
  call: 'GET /commissions/rules',
  exportCall: 'GET /commissions/rules/export',
  userId,
  ...namedList(words, words.views, mayManage),
  columns: columnsOf(
    commissionRuleFields,
    [],
    [
      { key: 'name', width: 220, strong: true },
      { key: 'subject', width: 130 },
      { key: 'sale', width: 120 },
      { key: 'fixed', width: 90 },
      { key: 'percent', label: words.percent, kind: 'percent', width: 110 },
      { key: 'from', width: 110 },
      { key: 'to', width: 110 },
      { key: 'trigger', width: 110 },
      { key: 'userId', width: 150 },
      { key: 'roleName', width: 130 },
      { key: 'makerId', width: 110 },
      { key: 'modelId', width: 110 },
      { key: 'locationId', width: 130 },
      { key: 'adds', width: 100 },
    ],
  ).filter(({ key }) => !hidden.has(key)),
});
