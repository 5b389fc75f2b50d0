import { useState } from 'react';
import type { WaitingForm } from '#domain/public-pages.ts';
import { call } from '#site/lib/call.ts';
import { moment } from '#site/lib/intl.ts';
import { unconfirmed as words } from '#site/messages/it/unconfirmed.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { attempt } from '#site/ui/attempt.ts';
import './unconfirmed.css';

/** What came by an open page and nobody has confirmed, until a colleague takes it or puts it aside. */
export function Unconfirmed({ of, forms }: { of: 'calendars' | 'leads'; forms: readonly WaitingForm[] }) {
  const [settled, setSettled] = useState<readonly number[]>([]);
  const waiting = forms.filter(({ id }) => !settled.includes(id));
  if (waiting.length === 0) return null;
  const settle = (formId: number, verb: 'take' | 'drop') =>
    void attempt(
      async () => {
        await call(`POST /${of}/unconfirmed/:formId/${verb}`, { params: { formId } });
        setSettled((before) => [...before, formId]);
      },
      { done: verb === 'take' ? words.taken[of] : words.dropped },
    );
  return (
    <details className="callout warn unconfirmed">
      <summary>
        {words[of]} ({waiting.length})
      </summary>
      <p>{words[`${of}About`]}</p>
      <ul>
        {waiting.map(({ id, name, phone, email, text, page, createdAt, startsAt, isHeld }) => (
          <li key={id}>
            <p>
              {startsAt && (
                <>
                  <b>
                    <time dateTime={startsAt}>{moment(startsAt)}</time>
                  </b>{' '}
                </>
              )}
              <b>{name}</b> <span className="muted">{[phone, email].filter(Boolean).join(' · ')}</span>{' '}
              {isHeld && <StateBadge tone="info">{words.held}</StateBadge>}
            </p>
            {text && <p className="said">{text}</p>}
            <p className="muted">
              {page}, <time dateTime={createdAt}>{moment(createdAt)}</time>
            </p>
            <p className="row">
              <button type="button" className="btn" onClick={() => settle(id, 'take')}>
                {words.take[of]}
              </button>
              <button type="button" className="btn" onClick={() => settle(id, 'drop')}>
                {words.drop}
              </button>
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
