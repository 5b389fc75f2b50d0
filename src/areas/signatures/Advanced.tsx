import { lazy, useState } from 'react';
import { day, telephone } from '#domain/italian.ts';
import type { Acceptance, Acceptances } from '#domain/signatures/acceptance-schema.ts';
import { acceptanceStates, identities } from '#domain/signatures/advanced.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { moment, t } from '#site/lib/intl.ts';
import { advanced as words } from '#site/messages/it/advanced.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { toast } from '#site/ui/toast.ts';
import './signing.css';

const AcceptDialog = lazy(() => import('./AcceptDialog.tsx'));

function One({ id, one }: { id: number; one: Acceptance }) {
  const { version, at, witness, paper, number, phone, keptUntil, revokedAt, revokedBy } = one;
  const params = { id, acceptance: one.id };
  return (
    <li>
      {t(words.line, { version, at: moment(at), witness })}
      <br />
      <small className="muted">
        {t(words.with, { paper: identities[paper], number, phone: telephone(phone), until: day(keptUntil) })}
        {revokedAt && ` · ${t(words.revokedBy, { at: moment(revokedAt), by: revokedBy ?? words.themselves })}`}
      </small>
      <p className="row">
        <a
          className="link"
          href={apiPath('GET /signatures/people/:id/declaration/:acceptance', { params })}
          target="_blank"
          rel="noopener"
        >
          {words.declaration}
        </a>
        <a
          className="link"
          href={apiPath('GET /signatures/people/:id/paper/:acceptance', { params })}
          target="_blank"
          rel="noopener"
        >
          {words.paper}
        </a>
      </p>
    </li>
  );
}

/** Whether a customer has accepted the advanced signature, with the ways to have it accepted and to revoke it. */
export function Advanced({ id, data }: { id: number; data: Acceptances }) {
  const [now, setNow] = useState(data);
  const [asks, setAsks] = useState(false);
  const { offered, state, papers, mayChange, history } = now;
  const { label, tone } = acceptanceStates[state];
  const done = (answer: Acceptances, said: string) => {
    setAsks(false);
    setNow(answer);
    void toast(said, { kind: 'ok' });
  };
  const revoke = async () =>
    done(await call('POST /signatures/people/:id/revoke', { params: { id }, key: newKey() }), words.revoked);
  const isHeld = state === 'valid' || state === 'outdated';
  return (
    <section className="card sec" id="advanced">
      <h2>
        {words.title} <StateBadge tone={tone}>{label}</StateBadge>
      </h2>
      <p className="muted">{!offered ? words.off : papers.length === 0 && !isHeld ? words.paperFirst : words.intro}</p>
      {history.length > 0 && (
        <ul className="accepted">
          {history.map((one) => (
            <One key={one.id} id={id} one={one} />
          ))}
        </ul>
      )}
      <p className="row">
        {offered && mayChange && papers.length > 0 && (
          <button type="button" className="btn" onClick={() => setAsks(true)}>
            {history.length > 0 ? words.again : words.accept}
          </button>
        )}
        {offered && mayChange && (
          <a
            className="btn"
            href={apiPath('GET /signatures/people/:id/declaration', { params: { id } })}
            target="_blank"
            rel="noopener"
          >
            {words.print}
          </a>
        )}
        {mayChange && isHeld && (
          <button type="button" className="btn" onClick={() => void revoke()}>
            {words.revoke}
          </button>
        )}
      </p>
      <OnDemand>
        {asks && (
          <AcceptDialog
            id={id}
            now={now}
            onClose={() => setAsks(false)}
            onSaved={(answer) => done(answer, words.accepted)}
          />
        )}
      </OnDemand>
    </section>
  );
}
