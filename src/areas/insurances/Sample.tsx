import { useState } from 'react';
import { money, percent } from '#domain/italian.ts';
import { commissionOf, premiumOf, refusalOf, type Premium, type Tariff } from '#domain/insurances/premium.ts';
import { sampleFields, sampleRisk } from '#domain/insurances/sample.ts';
import { t } from '#site/lib/intl.ts';
import { insurances as words } from '#site/messages/it/insurances.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { FormFields } from '#site/ui/record/form/FormFields.tsx';
import { TableWrap } from '#site/ui/TableWrap.tsx';

type Commission = { commissionPercent?: number; rappelPercent?: number };

const all = formOf(sampleFields, { value: { span: 6 }, financed: { span: 6 }, usage: { span: 6, look: 'switch' } });

/** Calculates the premium for an example car while the tariff is edited. */
export function Sample({ tariff }: { tariff: Tariff & Commission }) {
  const [risk, setRisk] = useState(sampleRisk);
  const other = tariff.type === 'credit_protection' ? 'value' : 'financed';
  const asked = { ...risk, province: risk.province.trim().toUpperCase() };
  const premium = premiumOf(tariff, asked);
  return (
    <section className="card sample" aria-label={words.sample}>
      <h2>{words.sample}</h2>
      <FormFields
        fields={all.filter(({ name }) => name !== other)}
        values={risk}
        errors={{}}
        readOnly={false}
        onChange={(change) => setRisk((before) => ({ ...before, ...change }))}
      />
      <div role="status">
        {premium ? (
          <Result premium={premium} commission={'commissionPercent' in tariff ? commissionOf(tariff, premium) : null} />
        ) : (
          <p className="callout warn">{refusalOf(tariff, asked)}</p>
        )}
      </div>
    </section>
  );
}

function Result({ premium, commission }: { premium: Premium; commission: number | null }) {
  return (
    <>
      <TableWrap label={words.sample}>
        <table className="grid">
          <thead>
            <tr>
              <th scope="col">{words.guarantees}</th>
              <th scope="col" className="num">
                {words.net}
              </th>
              <th scope="col" className="num">
                {words.tax}
              </th>
              <th scope="col" className="num">
                {words.gross}
              </th>
            </tr>
          </thead>
          <tbody>
            {premium.covers.map(({ label, net, tax, taxPercent, gross }, index) => (
              <tr key={index}>
                <td>{label}</td>
                <td className="num">{money(net)}</td>
                <td className="num" title={percent(taxPercent)}>
                  {money(tax)}
                </td>
                <td className="num">{money(gross)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{words.total}</th>
              <td className="num">{money(premium.net)}</td>
              <td className="num">{money(premium.tax)}</td>
              <td className="num">
                <b>{money(premium.gross)}</b>
              </td>
            </tr>
          </tfoot>
        </table>
      </TableWrap>
      <p className="muted">
        {[
          premium.zone && t(words.zone, { zone: premium.zone }),
          commission !== null && t(words.commission, { amount: money(commission) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </>
  );
}
