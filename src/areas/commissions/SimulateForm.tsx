import { useEffect, useState } from 'react';
import { commissionRuleFields, type RuleInput } from '#domain/commissions/rule-fields.ts';
import { number, parseNumber } from '#domain/italian.ts';
import { valuesIn } from '#domain/record/fields.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { simulate as words } from '#site/messages/it/commissions.ts';
import { attempt } from '#site/ui/attempt.ts';
import { Field } from '#site/ui/Field.tsx';
import Simulation from './Simulation.tsx';

/** The percentage that is tried of a rule with one band. */
export default function SimulateForm({ id, name, rate }: { id: number; name: string; rate: number }) {
  const [rule, setRule] = useState<RuleInput | null>(null);
  const [typed, setTyped] = useState(number(rate));
  useEffect(() => {
    const read = () => call('GET /commissions/rules/:id', { params: { id } });
    void attempt(async () => setRule(valuesIn(commissionRuleFields, await read())));
  }, [id]);
  if (!rule) return null;
  const tried = parseNumber(typed);
  return (
    <section className="simulate">
      <Field
        label={t(words.rate, { name })}
        name="rate"
        inputMode="decimal"
        autoComplete="off"
        maxLength={8}
        value={typed}
        error={tried === null ? words.unread : null}
        onChange={({ target }) => setTyped(target.value)}
      />
      {tried !== null && (
        <Simulation key={tried} rule={{ ...rule, bands: [{ ...rule.bands[0]!, percent: tried }] }} replaces={id} />
      )}
    </section>
  );
}
