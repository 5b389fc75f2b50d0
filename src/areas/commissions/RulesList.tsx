import { lazy } from 'react';
import { commissionRuleFields, type RuleInput } from '#domain/commissions/rule-fields.ts';
import type { CommissionRule } from '#domain/commissions/rule-schema.ts';
import { named, textsOf, type Named } from '#site/ui/choices.ts';
import { recordCalls } from '#site/ui/list/record/calls.ts';
import { RecordList } from '#site/ui/list/RecordList.tsx';
import type { ListData } from '#site/ui/list/table/columns.ts';
import { rulesList } from './rules-columns.ts';

const Simulation = lazy(() => import('./Simulation.tsx'));
const calls = recordCalls('commissions/rules');
const third = { span: 2 } as const;

interface Props {
  data: ListData;
  record: CommissionRule | 'new' | null;
  userId: number;
  mayManage: boolean;
  /** Whether the person sees what everybody earns. */
  simulates: boolean;
  people: Named;
  roles: readonly string[];
  locations: Named;
  makers: Named;
  models: Named;
  baskets: Named;
}

const simulation = (rule: RuleInput, record: CommissionRule | null) => (
  <Simulation rule={rule} replaces={record?.id ?? null} />
);
const none = () => null;

/** The rules of the company; below a rule, what it would have paid last quarter. */
export const RulesList = ({ people, roles, locations, makers, models, baskets, simulates, ...props }: Props) => (
  <RecordList
    {...props}
    spec={rulesList(props)}
    fields={commissionRuleFields}
    calls={calls}
    held={[]}
    layout={{
      name: { span: 6 },
      subject: third,
      sale: third,
      trigger: third,
      variable: third,
      from: third,
      to: third,
      earner: { span: 3 },
      roleName: { span: 3, options: textsOf(roles) },
      userId: { span: 3, options: named(people) },
      locationId: { span: 3, options: named(locations) },
      makerId: { ...third, options: named(makers) },
      modelId: { ...third, options: named(models) },
      basketId: { ...third, options: named(baskets) },
      channel: third,
      gate: third,
      target: third,
      fixed: third,
      basis: third,
      bandsBy: third,
      bands: { look: 'table', layout: { from: third, percent: third } },
      cap: third,
      adds: { span: 4 },
    }}
    below={simulates ? simulation : none}
    nameOf={({ name }) => name}
    titleOf={({ name }) => name}
  />
);
