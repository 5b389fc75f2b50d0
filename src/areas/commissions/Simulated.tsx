import { useEffect, useState } from 'react';
import { commissionRuleFields, ruleFaults, type RuleInput } from '#domain/commissions/rule-fields.ts';
import type { Simulation } from '#domain/commissions/rule-schema.ts';
import { percent } from '#domain/italian.ts';
import { valuesIn } from '#domain/record/fields.ts';
import { call, whyOf } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { simulate as words } from '#site/messages/it/commissions.ts';
import { SimulationResult } from './SimulationResult.tsx';

interface Props {
  plan: RuleInput | null;
  id: number;
  rate: number;
}

/** What the last quarter would have paid with another percentage of a rule with one band. */
export default function Simulated({ plan, id, rate }: Props) {
  const [answer, setAnswer] = useState<Simulation | null>(null);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    let isGone = false;
    const ask = async () => {
      const held = plan ?? valuesIn(commissionRuleFields, await call('GET /commissions/rules/:id', { params: { id } }));
      const rule = { ...held, bands: [{ ...held.bands[0]!, percent: rate }] };
      const [fault] = Object.values(ruleFaults(rule));
      if (fault) throw new Error(fault);
      return call('POST /commissions/simulation', { body: { rule, replaces: plan ?? id }, key: newKey() });
    };
    ask().then(
      (found) => isGone || setAnswer(found),
      (error: unknown) => isGone || setFailure(whyOf(error)),
    );
    return () => {
      isGone = true;
    };
  }, [plan, id, rate]);
  if (failure)
    return (
      <p className="callout bad" role="alert">
        {failure}
      </p>
    );
  return answer && <SimulationResult answer={answer} tried={t(words.tried, { rate: percent(rate) })} />;
}
