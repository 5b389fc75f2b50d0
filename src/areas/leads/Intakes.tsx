import { useState } from 'react';
import type { CallAnswer } from '#domain/endpoints.ts';
import { call } from '#site/lib/call.ts';
import { moment } from '#site/lib/intl.ts';
import { leadIntakes as words } from '#site/messages/it/leads.ts';
import { attempt } from '#site/ui/attempt.ts';

/** Leads of other systems that could not be read, each with its text, until somebody has settled it. */
export function Intakes({ given }: { given: CallAnswer<'GET /leads/inbound'> }) {
  const [settled, setSettled] = useState<readonly number[]>([]);
  const waiting = given.filter(({ id }) => !settled.includes(id));
  if (waiting.length === 0) return null;
  const settle = (intakeId: number) =>
    attempt(
      async () => {
        await call('POST /leads/inbound/:intakeId/settle', { params: { intakeId } });
        setSettled((before) => [...before, intakeId]);
      },
      { done: words.settled },
    );
  return (
    <details className="callout warn lead-intakes">
      <summary>
        {words.title} ({waiting.length})
      </summary>
      <p>{words.about}</p>
      <ul>
        {waiting.map(({ id, source, receivedAt, raw, why }) => (
          <li key={id}>
            <b>{source}</b> <time dateTime={receivedAt}>{moment(receivedAt)}</time>: {why}
            <pre>{raw}</pre>
            <button type="button" className="btn" onClick={() => void settle(id)}>
              {words.settle}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
