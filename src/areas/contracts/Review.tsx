import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { goesOn } from '#domain/contracts/facts.ts';
import { valuesOf } from '#domain/contracts/revaluation.ts';
import type { Review as Given } from '#domain/contracts/review.ts';
import { checksOf } from '#domain/contracts/lacks.ts';
import { financeOutcomes, isReviewed } from '#domain/contracts/terms.ts';
import { day, integer, money, percent } from '#domain/italian.ts';
import { privileges as p } from '#domain/privileges.ts';
import { call } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { review as words } from '#site/messages/it/contracts-review.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { toast } from '#site/ui/toast.ts';
import { fileOf } from './AttachmentLine.tsx';
import { useContract, useContractNow } from './store.ts';
import { TableWrap } from '#site/ui/TableWrap.tsx';
import './review.css';

/** What there is to look at, read again whenever the contract changes. */
function useReview() {
  const { $review, may } = useContract();
  const { id, version, state } = useContractNow();
  const [read, setRead] = useState(version);
  const looks = isReviewed(state) && may.review;
  useEffect(() => {
    if (read === version || !looks) return;
    let isLate = false;
    // What is there stays until newer figures come.
    call('GET /contracts/:id/review', { params: { id } }).then(
      (now) => {
        if (isLate) return;
        $review.set(now);
        setRead(version);
      },
      () => undefined,
    );
    return () => {
      isLate = true;
    };
  }, [$review, id, version, read, looks]);
  return useStore($review);
}

/** What reduces the price, and how the seller's own discount stands beside the limit. */
function Price({ of, withinCap }: { of: NonNullable<Given['price']>; withinCap: boolean }) {
  const { keysInHand, marginSecond, overrideReason } = useContractNow();
  const { list, discounts, own, overValued, percent: share, cap, grant } = of;
  const rows: [string, number | null][] = [
    [words.list, list],
    ...discounts.map(({ label, amount }): [string, number] => [label, amount]),
    [words.keysInHand, keysInHand],
    ...(marginSecond === undefined ? [] : [[words.margin, marginSecond] as [string, number | null]]),
  ];
  const said = [
    money(own),
    t(words.ofList, { percent: percent(share) }),
    cap === null ? words.noCap : t(words.cap, { percent: percent(cap) }),
  ];
  return (
    <section>
      <h3>{words.price}</h3>
      <dl className="priced">
        {rows.map(([label, amount], at) => (
          <div key={at}>
            <dt>{label}</dt>
            <dd className={amount !== null && amount < 0 && label === words.margin ? 'num bad' : 'num'}>
              {amount === null ? '—' : money(amount)}
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <b>{words.own}</b> {said.join(' · ')}{' '}
        {cap !== null && (
          <StateBadge tone={withinCap ? 'ok' : 'warn'}>{withinCap ? words.within : words.over}</StateBadge>
        )}
        {overValued > 0 && <small className="muted"> {t(words.overValued, { amount: money(overValued) })}</small>}
      </p>
      {grant && <p>{t(words.grant, { percent: percent(grant.percent), by: grant.by ?? '', reason: grant.reason })}</p>}
      {overrideReason && (
        <p>
          {words.asked}: {overrideReason}
        </p>
      )}
    </section>
  );
}

/** The cars taken in: what each is worth by its quotation and in the contract, with the photos that there are. */
function TradeIns() {
  const now = useContractNow();
  const { quotations, valuations } = useReview()!;
  const { car, km: kmHead, quotation, value, difference, photos } = words.heads;
  const seen = now.attachments.filter(({ type }) => type === 'photos' || type === 'condition');
  const values = valuesOf(now);
  return (
    <section>
      <h3>{words.tradeIns}</h3>
      <TableWrap label={words.tradeIns} className="as-cards">
        <table>
          <thead>
            <tr>
              <th>{car}</th>
              <th className="num">{kmHead}</th>
              <th className="num">{quotation}</th>
              <th className="num">{value}</th>
              <th className="num">{difference}</th>
              <th>{photos}</th>
            </tr>
          </thead>
          <tbody>
            {now.agreedTradeIns.map(({ plate, description, km, valuation }, at) => {
              const valued = valuations[at] ?? null;
              const worth = quotations[at] ?? valued?.offer ?? null;
              const files = [...seen.map(({ uploadId }) => uploadId), ...(valued?.photos ?? [])];
              return (
                <tr key={at}>
                  <td className="long">
                    <b>{[description, plate].filter(Boolean).join(' ')}</b>{' '}
                    {valued &&
                      (valued.href ? (
                        <a className="link" href={valued.href}>
                          {t(words.valuation, { number: valued.number })}
                        </a>
                      ) : (
                        <small className="muted">{t(words.valuation, { number: valued.number })}</small>
                      ))}
                  </td>
                  <td data-label={kmHead} className="num">
                    {km === null ? '—' : integer(km)}
                    {valued && valued.km !== null && valued.km !== km && (
                      <small className="muted"> {t(words.otherKm, { km: integer(valued.km) })}</small>
                    )}
                  </td>
                  <td data-label={quotation} className="num">
                    {worth === null ? '—' : money(worth)}
                  </td>
                  <td data-label={value} className="num">
                    {money(values[at]!)}
                    {values[at] !== valuation && (
                      <small className="muted"> {t(words.was, { amount: money(valuation) })}</small>
                    )}
                  </td>
                  <td data-label={difference} className={worth !== null && values[at]! > worth ? 'num bad' : 'num'}>
                    {worth === null ? '—' : money(values[at]! - worth)}
                  </td>
                  <td data-label={photos}>
                    {files.length === 0
                      ? words.noPhotos
                      : files.map((fileId, n) => (
                          <a key={fileId} className="link" href={fileOf(now.id, fileId)} target="_blank" rel="noopener">
                            {n + 1}
                          </a>
                        ))}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableWrap>
      <Recheck values={values} />
    </section>
  );
}

/** That the cars were looked at again: pressed below the values that were read. */
function Recheck({ values }: { values: readonly number[] }) {
  const store = useContract();
  const { tradeInChecked, rechecks } = useContractNow();
  const [busy, setBusy] = useState(false);
  if (tradeInChecked)
    return (
      <p>
        <StateBadge tone="ok">{words.rechecked}</StateBadge>
      </p>
    );
  if (!rechecks) return null;
  const confirm = async () => {
    setBusy(true);
    try {
      await store.beside(() => {
        const { id, version } = store.$contract.get()!;
        return call('POST /contracts/:id/recheck', { params: { id }, version, body: { values: [...values] } });
      });
      void toast(words.recheckedNow, { kind: 'ok' });
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <p data-field="tradeInChecked">
      <button type="button" className="btn" disabled={busy} onClick={() => void confirm()}>
        {words.recheck}
      </button>
    </p>
  );
}

function Loan({ of }: { of: NonNullable<Given['loan']> }) {
  const { financed, financeOutcome, practiceNumber, resolvedUntil } = useContractNow();
  const { plan, company, months, instalment, taeg } = of;
  const state = [practiceNumber, resolvedUntil && t(words.until, { day: day(resolvedUntil) })].filter(Boolean);
  return (
    <section>
      <h3>{words.loan}</h3>
      <p>
        <b>{[company, plan].filter(Boolean).join(' · ')}</b>{' '}
        {t(words.loanOf, {
          amount: money(financed),
          months: String(months),
          instalment: money(instalment),
          taeg: percent(taeg),
        })}
      </p>
      <p>
        <StateBadge tone={financeOutcome === 'approved' ? 'ok' : 'warn'}>{financeOutcomes[financeOutcome]}</StateBadge>{' '}
        {state.join(' · ')}
      </p>
    </section>
  );
}

function Changes({ of }: { of: NonNullable<Given['changes']> }) {
  return (
    <section>
      <h3>{words.changes}</h3>
      {of.length === 0 && <p>{words.unchanged}</p>}
      <ul>
        {of.map(({ at, who, changes }, n) => (
          <li key={n}>
            <small className="muted">
              {who}, {moment(at)}
            </small>{' '}
            {changes.map(({ field, from, to }) => `${field}: ${from ? `${from} → ` : ''}${to}`).join('; ')}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Every check that this contract needs, ticked by one press of who has read the figures above. */
function CheckAll() {
  const { user, change } = useContract();
  const now = useContractNow();
  const needed = checksOf(now);
  const isOffice = now.state === 'waiting_approvation' && user.privileges.includes(p.validateContracts);
  const open = needed.some((check) => !now.checklist?.includes(check));
  if (!isOffice || !open || now.checklist === undefined || now.locks.reserved !== undefined) return null;
  return (
    <p>
      <button type="button" className="btn" onClick={() => void change({ checklist: needed })}>
        {words.checkAll}
      </button>
    </p>
  );
}

/** What is looked at before the contract is validated, on the first screen of who does. */
export function Review({ open }: { open: boolean }) {
  const now = useContractNow();
  const given = useReview();
  if (!given || !isReviewed(now.state) || !goesOn(now)) return null;
  const { price, loan, changes, withinCap } = given;
  return (
    <details className="card sec review" id="review" open={open}>
      <summary>
        <h2>{words.title}</h2>
      </summary>
      <div className="unfolded">
        {changes && <Changes of={changes} />}
        <div className="pair">
          {price && <Price of={price} withinCap={withinCap} />}
          {loan && <Loan of={loan} />}
        </div>
        {now.agreedTradeIns.length > 0 && <TradeIns />}
        <CheckAll />
      </div>
    </details>
  );
}
