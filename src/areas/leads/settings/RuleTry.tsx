import { useState } from 'react';
import { blankOf, type Values } from '#domain/record/fields.ts';
import { ruleTryFields } from '#domain/leads/fields.ts';
import type { RuleTest } from '#domain/leads/setting-endpoints.ts';
import { assignments } from '#domain/leads/assignment-terms.ts';
import type { AssignmentRule } from '#domain/leads/setting-fields.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { ruleTrial as words } from '#site/messages/it/leads-settings.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';

/** The form of a try, and what came of it. Loads when somebody tries. */
export default function RuleTry({
  locations,
  rules,
  onClose,
}: {
  locations: Named;
  rules: readonly AssignmentRule[];
  onClose: () => void;
}) {
  const [found, setFound] = useState<RuleTest | null>(null);
  return (
    <>
      <RecordForm<Values<typeof ruleTryFields>, RuleTest & { version?: number }>
        card
        title={words.tryTitle}
        verb={words.tryVerb}
        fields={formOf(ruleTryFields, {
          source: { span: 2 },
          sourceName: { span: 2 },
          type: { span: 2 },
          locationId: { span: 2, options: named(locations) },
          vehicle: { span: 4 },
          phone: { span: 3 },
          email: { span: 3 },
        })}
        initial={blankOf(ruleTryFields)}
        save={({ locationId: place, ...query }) =>
          call('GET /leads/settings/test', { query: { ...query, ...(place !== null && { locationId: place }) } })
        }
        onSaved={setFound}
        onClose={onClose}
      />
      {found && (
        <div role="status">
          <ol>
            {found.rules.map(({ at, why }) => (
              <li key={at}>
                {assignments[rules[at]!.how]}: {at === found.at ? <b>{words.counts}</b> : (why ?? words.after)}
              </li>
            ))}
          </ol>
          <p>
            <b>{found.assignee ?? words.nobody}</b>: {found.why}
            {found.at === -1 && ` (${t(words.usual, {})})`}
          </p>
          {found.away.length > 0 && <p className="muted">{t(words.away, { names: found.away.join(', ') })}</p>}
        </div>
      )}
    </>
  );
}
