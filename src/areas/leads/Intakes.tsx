import { useState } from 'react';
import type { WaitingIntake } from '#domain/leads/schema.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { moment } from '#site/lib/intl.ts';
import { leadIntakes as words } from '#site/messages/it/leads.ts';
import { attempt } from '#site/ui/attempt.ts';
import './intakes.css';

interface Props {
  given: readonly WaitingIntake[];
  /** Opens the form of a lead beside the text; absent for who enters none. */
  onCreate: ((intake: WaitingIntake) => void) | undefined;
  mayAdmit: boolean;
}

/** Leads of other systems that could not be read, each with its text, until somebody has settled it. */
export function Intakes({ given, onCreate, mayAdmit }: Props) {
  const [settled, setSettled] = useState<readonly number[]>([]);
  const waiting = given.filter(({ id }) => !settled.includes(id));
  if (waiting.length === 0) return null;
  const gone = (ids: readonly number[]) => setSettled((before) => [...before, ...ids]);
  const settle = (intakeId: number) =>
    attempt(
      async () => {
        await call('POST /leads/inbound/:intakeId/settle', { params: { intakeId } });
        gone([intakeId]);
      },
      { done: words.settled },
    );
  const admit = (intakeId: number, sender: string) =>
    attempt(
      async () => {
        const name = sender.slice(sender.indexOf('@') + 1).slice(0, 60);
        await call('POST /leads/inbound/:intakeId/admit', { params: { intakeId }, body: { name, source: 'portal' } });
        gone(given.flatMap((one) => (one.sender === sender ? [one.id] : [])));
      },
      { done: words.admitted },
    );
  return (
    <details className="callout warn lead-intakes">
      <summary>
        {words.title} ({waiting.length})
      </summary>
      <p>{words.about}</p>
      <ul>
        {waiting.map((one) => (
          <li key={one.id}>
            <b>{one.source}</b> <time dateTime={one.receivedAt}>{moment(one.receivedAt)}</time>: {one.why}
            <pre>{one.raw}</pre>
            <p className="lead-buttons">
              {one.hasFile && (
                <a
                  className="btn"
                  download
                  href={apiPath('GET /leads/inbound/:intakeId/file', { params: { intakeId: one.id } })}
                >
                  {words.file}
                </a>
              )}
              {onCreate && (
                <button type="button" className="btn primary" onClick={() => onCreate(one)}>
                  {words.create}
                </button>
              )}
              {mayAdmit && one.sender && (
                <button type="button" className="btn" onClick={() => void admit(one.id, one.sender!)}>
                  {words.admit}
                </button>
              )}
              <button type="button" className="btn" onClick={() => void settle(one.id)}>
                {words.settle}
              </button>
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
