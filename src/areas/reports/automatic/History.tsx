import { useEffect, useState } from 'react';
import { fileSize } from '#domain/file-size.ts';
import { day, integer } from '#domain/italian.ts';
import type { Mailing } from '#domain/reports/automatic/schema.ts';
import { mailingStates, mailingWays } from '#domain/reports/automatic/terms.ts';
import { call } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { automatic as words } from '#site/messages/it/reports.ts';
import { StateBadge } from '#site/ui/Bits.tsx';

/** What it was about and what became of it. */
const saidOf = ({ how, by, rows, failure, from, to, bytes, mails }: Mailing): string =>
  [
    `${mailingWays[how]}${by ? `, ${by}` : ''}`,
    from && to && (from === to ? day(from) : `${day(from)}–${day(to)}`),
    rows !== null && (rows === 1 ? words.oneRow : t(words.rowCount, { n: integer(rows) })),
    mails.length > 0 && t(words.to, { n: mails.filter(({ state }) => state === 'sent').length, all: mails.length }),
    bytes !== null && bytes > 0 && fileSize(bytes),
    failure,
  ]
    .filter(Boolean)
    .join(' · ');

/** How a report went each time, and to whom it did not get. */
export default function History({ id }: { id: number }) {
  const [mailings, setMailings] = useState<readonly Mailing[] | null>(null);
  useEffect(() => {
    void call('GET /automatic-reports/:id/mailings', { params: { id } }).then(setMailings, () => setMailings([]));
  }, [id]);
  if (mailings === null) return null;
  return (
    <section>
      <h3>{words.history}</h3>
      {mailings.length === 0 && <p className="muted">{words.never}</p>}
      <ul className="plain">
        {mailings.map((one) => (
          <li key={one.id}>
            <b>{moment(one.at)}</b>{' '}
            <StateBadge tone={mailingStates[one.state].tone}>{mailingStates[one.state].label}</StateBadge>
            <br />
            <small className="muted">{saidOf(one)}</small>
            {one.mails
              .filter(({ failure }) => failure !== null)
              .map(({ to, failure, state }) => (
                <p key={to} className={state === 'skipped' ? 'muted' : 'bad'}>
                  <small>{t(state === 'waiting' ? words.waiting : words.notTo, { to, why: failure! })}</small>
                </p>
              ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
