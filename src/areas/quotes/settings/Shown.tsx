import { textOf } from '#domain/field-text.ts';
import { shortOf } from '#domain/fields.ts';
import { money, percent } from '#domain/italian.ts';
import { quoteSettingFields as fields, type QuoteSettings } from '#domain/quotes/setting-fields.ts';
import { preferences } from '#site/messages/it/preferences.ts';
import { MailPreview } from './MailPreview.tsx';
import { DescriptionList } from '#site/ui/record/DescriptionList.tsx';

const words = preferences.quotes;
const { charges: charge, caps: cap } = fields;
type Makers = readonly { id: number; name: string }[];

const row = (key: keyof QuoteSettings, values: QuoteSettings) =>
  [shortOf(fields[key]), textOf(fields[key], values[key])] as const;
const own = (amount: number | null) =>
  amount === null ? <small className="muted">{words.asAll}</small> : money(amount);

function Charges({ rows }: { rows: QuoteSettings['charges'] }) {
  const { category, ...amounts } = charge.fields;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{category.label}</th>
          {Object.values(amounts).map(({ label }) => (
            <th scope="col" className="num" key={label}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={one.category}>
            <td>{category.words[one.category]}</td>
            <td className="num">{own(one.roadCost)}</td>
            <td className="num">{own(one.tyreFee)}</td>
            <td className="num">{own(one.fees)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Caps({ rows, makers }: { rows: QuoteSettings['caps']; makers: Makers }) {
  if (rows.length === 0) return <p className="callout warn">{words.noCaps}</p>;
  const { role, makerId, usage, percent: most } = cap.fields;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{role.label}</th>
          <th scope="col">{makerId.label}</th>
          <th scope="col">{usage.label}</th>
          <th scope="col" className="num">
            {most.label}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((one, index) => (
          <tr key={index}>
            <td>{one.role ?? role.nullable}</td>
            <td>{makers.find(({ id }) => id === one.makerId)?.name ?? makerId.nullable}</td>
            <td>{one.usage ? usage.words[one.usage] : usage.nullable}</td>
            <td className="num">{percent(one.percent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The current settings, read-only. */
export function Shown({ values, makers }: { values: QuoteSettings; makers: Makers }) {
  return (
    <div className="settings">
      <section className="card pad">
        <h2>{words.costs}</h2>
        <DescriptionList
          rows={[
            row('expiryDays', values),
            row('roadCost', values),
            row('agencyFee', values),
            row('quotationRequired', values),
            row('objectiveBonus', values),
            row('stockCost', values),
          ]}
        />
        {values.charges.length > 0 && <Charges rows={values.charges} />}
      </section>
      <section className="card pad">
        <h2>{words.caps}</h2>
        <p className="muted">{words.capsHelp}</p>
        <Caps rows={values.caps} makers={makers} />
      </section>
      <section className="card pad">
        <h2>{words.start}</h2>
        <DescriptionList rows={[row('deposit', values), row('sections', values), row('notes', values)]} />
      </section>
      <section className="card pad">
        <h2>{words.mails.title}</h2>
        <MailPreview values={values} />
      </section>
      <section className="card pad">
        <h2>{words.texts}</h2>
        {(['footer', 'usedFooter', 'b2bFooter'] as const).map((key) => (
          <div key={key}>
            <h3>{fields[key].label}</h3>
            {values[key] ? <p className="written">{values[key]}</p> : <p className="muted">{words.nothing}</p>}
          </div>
        ))}
      </section>
    </div>
  );
}
