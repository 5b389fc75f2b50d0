import { useEffect, useState } from 'react';
import { commissionStates } from '#domain/contracts/performance.ts';
import type { Performance } from '#domain/contracts/performance-endpoints.ts';
import { day, money } from '#domain/italian.ts';
import { call } from '#site/lib/call.ts';
import { contract } from '#site/messages/it/contracts.ts';
import { useContractNow } from './store.ts';
import { TableWrap } from '#site/ui/TableWrap.tsx';

const words = contract.performances;

/** Margins row by row and commissions, as far as the reader may see them; read again whenever the contract changes. */
export function Performances({ given }: { given: Performance }) {
  const { id, version } = useContractNow();
  const [read, setRead] = useState({ version, performance: given });
  useEffect(() => {
    if (read.version === version) return;
    let isLate = false;
    // The figures that are there stay until newer ones come.
    call('GET /contracts/:id/performance', { params: { id } }).then(
      (performance) => !isLate && setRead({ version, performance }),
      () => undefined,
    );
    return () => {
      isLate = true;
    };
  }, [id, version, read.version]);
  const { steps, vat, marginVat, commissions } = read.performance;
  return (
    <>
      {steps && (
        <TableWrap label={words.title}>
          <table>
            <tbody>
              {steps.map(({ key, label, amount, rows }) => (
                <Step key={key} label={label} amount={amount} rows={rows} />
              ))}
            </tbody>
          </table>
        </TableWrap>
      )}
      {vat !== null && (
        <p className="muted">
          {words.vat} {money(vat)}
          {marginVat ? ` · ${words.marginVat} ${money(marginVat)}` : ''}
        </p>
      )}
      {commissions.length > 0 && <h3>{words.commissions}</h3>}
      <ul className="commissions">
        {commissions.map(({ name, amount, open, state, on }) => (
          <li key={`${name}${state}${on}`}>
            {name} <b className="num">{money(amount)}</b>{' '}
            <small className="muted">
              {[commissionStates[state], on && day(on), open && words.open].filter(Boolean).join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </>
  );
}

function Step({ label, amount, rows }: Omit<NonNullable<Performance['steps']>[number], 'key'>) {
  return (
    <>
      {rows.map((row, at) => (
        <tr key={`${row.label}${at}`}>
          <td className="long">{row.label}</td>
          <td className="num">{money(row.amount)}</td>
        </tr>
      ))}
      <tr className="sum">
        <th scope="row">{label}</th>
        <td className="num">
          <b>{money(amount)}</b>
        </td>
      </tr>
    </>
  );
}
