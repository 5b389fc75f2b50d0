import { lazy, useState } from 'react';
import { enclosureStates } from '#domain/contracts/enclosure-states.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import { documentTypes } from '#domain/contracts/terms.ts';
import { day } from '#domain/italian.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { contract } from '#site/messages/it/contracts.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { toast } from '#site/ui/toast.ts';
import { fileOf } from '../AttachmentLine.tsx';
import { useContract, useContractNow } from '../store.ts';

const words = contract.enclosures;

const AskDialog = lazy(() => import('./AskDialog.tsx'));
const RefuseDialog = lazy(() => import('./RefuseDialog.tsx'));

type Enclosure = Contract['enclosures'][number];

/** Whether the person may ask, and decide on what came. */
const mayWrite = ({ locks }: Contract) => locks.attachments === undefined;

/** Asks the customer for what they have; nothing where all of it is here, or the person may not ask. */
export function AskEnclosures({ label = words.ask }: { label?: string }) {
  const now = useContractNow();
  const [asks, setAsks] = useState(false);
  if (now.askable.length === 0 || !mayWrite(now)) return null;
  return (
    <>
      <button type="button" className="btn" onClick={() => setAsks(true)}>
        {label}
      </button>
      <OnDemand>{asks && <AskDialog onClose={() => setAsks(false)} />}</OnDemand>
    </>
  );
}

/** One enclosure: what is the matter with it, its pages, and what is decided on it. */
function OneEnclosure({ enclosure, decides }: { enclosure: Enclosure; decides: boolean }) {
  const store = useContract();
  const { id } = useContractNow();
  const [busy, setBusy] = useState(false);
  const [refuses, setRefuses] = useState(false);
  const { type, state, reason, pages } = enclosure;
  const { label, tone } = enclosureStates[state];
  const accept = async () => {
    setBusy(true);
    const params = { id, enclosureId: enclosure.id };
    try {
      await store.beside(() => call('POST /contracts/:id/enclosures/:enclosureId/accept', { params, body: { pages } }));
      void toast(t(words.accepted, { enclosure: documentTypes[type] }), { kind: 'ok' });
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
      setBusy(false);
    }
  };
  return (
    <li className="attachment">
      {documentTypes[type]} <StateBadge tone={tone}>{label}</StateBadge>
      {reason && <small>{reason}</small>}
      {pages.map((page, at) => (
        <a key={page} className="link" href={fileOf(id, page)} target="_blank" rel="noopener">
          {t(words.page, { n: at + 1 })}
        </a>
      ))}
      {decides && state === 'proposed' && (
        <span className="actions">
          <button type="button" className="btn primary" disabled={busy} onClick={() => void accept()}>
            {words.accept}
          </button>{' '}
          <button type="button" className="btn" disabled={busy} onClick={() => setRefuses(true)}>
            {words.refuse}
          </button>
        </span>
      )}
      <OnDemand>{refuses && <RefuseDialog enclosure={enclosure} onClose={() => setRefuses(false)} />}</OnDemand>
    </li>
  );
}

/** The way to ask while nothing was asked. */
export const AskFirst = () => useContractNow().enclosures.length === 0 && <AskEnclosures />;

/** What the customer was asked for by a link: what came is accepted or refused here, and the link ends. */
export function Enclosures() {
  const store = useContract();
  const now = useContractNow();
  const [first] = now.enclosures;
  if (!first) return null;
  const decides = mayWrite(now);
  const isOver = first.until < store.today;
  const isWanted = now.enclosures.some(({ state }) => state !== 'proposed');
  const end = () =>
    store
      .beside(() => call('DELETE /contracts/:id/enclosures', { params: { id: now.id } }))
      .then(() => toast(words.ended, { kind: 'ok' }))
      .catch((error: unknown) => toast((error as Error).message, { kind: 'bad' }));
  return (
    <section className="callout enclosures">
      <h3>{words.title}</h3>
      <ul className="attachments">
        {now.enclosures.map((enclosure) => (
          <OneEnclosure key={enclosure.id} enclosure={enclosure} decides={decides} />
        ))}
      </ul>
      {isWanted && (
        <p className="actions">
          <span>{t(isOver ? words.over : words.until, { day: day(first.until) })}</span>{' '}
          {decides && (
            <>
              <AskEnclosures label={words.again} />{' '}
              <button type="button" className="btn" onClick={() => void end()}>
                {words.end}
              </button>
            </>
          )}
        </p>
      )}
    </section>
  );
}
