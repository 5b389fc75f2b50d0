import { lazy, useState } from 'react';
import { day } from '#domain/italian.ts';
import type { Consents as Answer } from '#domain/privacy/schema.ts';
import { channels, purposes, consentStates, ways, type ConsentPurpose } from '#domain/privacy/terms.ts';
import { call } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { consents as words } from '#site/messages/it/privacy.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { toast } from '#site/ui/toast.ts';
import { OwnPage } from './OwnPage.tsx';
import { TableWrap } from '#site/ui/TableWrap.tsx';
import './privacy.css';

const ConsentDialog = lazy(() => import('./ConsentDialog.tsx'));
const listed = (chosen: Answer['now'][number]['channels']) => chosen.map((one) => channels[one]).join(', ');

function Past({ history }: Pick<Answer, 'history'>) {
  return (
    <details>
      <summary>{words.history}</summary>
      {history.length === 0 && <p className="muted">{words.nothing}</p>}
      <ul>
        {history.map((one) => (
          <li key={one.id}>
            <b>{day(one.on)}</b> {purposes[one.purpose]}: {one.given ? words.yes : words.no}
            <small>
              {' '}
              {[
                listed(one.channels),
                ways[one.way],
                one.textVersion !== null && t(words.textVersion, { n: one.textVersion }),
                one.proof,
                one.who,
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The consents of a customer, how they were given, and the link to the person's own page. */
export function Consents({
  id,
  data,
  mayManage,
  today,
}: {
  id: number;
  data: Answer;
  mayManage: boolean;
  today: string;
}) {
  const [consents, setConsents] = useState(data);
  const [noted, setNoted] = useState<ConsentPurpose | null>(null);
  return (
    <section className="card sec" id="consents">
      <h2>{words.title}</h2>
      <TableWrap label={words.title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.purpose}</th>
              <th scope="col">{words.state}</th>
              <th scope="col">{words.by}</th>
              <th scope="col">{words.until}</th>
              {mayManage && (
                <th scope="col">
                  <span className="sr-only">{words.note}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {consents.now.map(({ purpose, standing: state, channels: by, on, until, ending }) => (
              <tr key={purpose}>
                <th scope="row">{purposes[purpose]}</th>
                <td>
                  <StateBadge tone={consentStates[state].tone}>{consentStates[state].label}</StateBadge>{' '}
                  {on && <small>{t(words.since, { day: day(on) })}</small>}
                </td>
                <td>{listed(by) || '—'}</td>
                <td>
                  {until ? day(until) : '—'} {ending && <small>{words.ending}</small>}
                </td>
                {mayManage && (
                  <td>
                    <button
                      type="button"
                      className="btn small"
                      aria-label={t(words.noteFor, { purpose: purposes[purpose] })}
                      onClick={() => setNoted(purpose)}
                    >
                      {words.note}
                    </button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </TableWrap>
      {mayManage && <OwnPage id={id} consents={consents} onChange={setConsents} />}
      {mayManage && consents.links.openedAt && (
        <p className="muted">{t(words.opened, { at: moment(consents.links.openedAt) })}</p>
      )}
      <Past history={consents.history} />
      <OnDemand>
        {noted && (
          <ConsentDialog
            purpose={noted}
            today={today}
            save={(body, key) => call('POST /privacy/customers/:id', { params: { id }, body, key })}
            onClose={() => setNoted(null)}
            onSaved={(answer) => {
              setConsents(answer);
              setNoted(null);
              void toast(words.saved, { kind: 'ok' });
            }}
          />
        )}
      </OnDemand>
    </section>
  );
}
