import { useState } from 'react';
import { money } from '#domain/italian.ts';
import type { CampaignValues } from '#domain/quotes/campaigns/fields.ts';
import { sampleFields, type Sample } from '#domain/quotes/campaigns/sample.ts';
import type { Campaign, Trial } from '#domain/quotes/campaigns/schema.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { call, CallError } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { campaigns } from '#site/messages/it/campaigns.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { FormFields } from '#site/ui/record/form/FormFields.tsx';
import { TableWrap } from '#site/ui/TableWrap.tsx';
import { Silhouette } from '#site/parts/vehicles/Silhouette.tsx';
import { carsOf, textOf, type Tried } from './form.ts';
import './campaigns.css';

const words = campaigns.trial;
const whole = { span: 6 } as const;
const fields = formOf(sampleFields, {
  kind: whole,
  versionId: { span: 6, search: carsOf('version') },
  newCarId: { span: 6, search: carsOf('new') },
  stockId: { span: 6, search: carsOf('used') },
  equipped: whole,
  financed: whole,
  booked: whole,
  others: whole,
});

/** Tries the values of the form on a sample quote. */
export function TrialCard({
  record,
  values,
  sample,
  tried,
  onSample,
  onTried,
}: {
  record: Campaign | null;
  values: CampaignValues;
  sample: Sample;
  tried: Tried | null;
  onSample: (sample: Sample) => void;
  onTried: (tried: Tried) => void;
}) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refused, setRefused] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  if (!record)
    return (
      <section className="card sample" aria-label={words.title}>
        <h2>{words.title}</h2>
        <p>{words.first}</p>
      </section>
    );
  const run = async () => {
    setBusy(true);
    setErrors({});
    setRefused([]);
    try {
      const result = await call('POST /campaigns/:id/trial', { params: { id: record.id }, body: { values, sample } });
      onTried({ values: textOf(values), result });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const told = Object.entries(error.body.fields ?? {});
      const of = (prefix: string) => told.filter(([path]) => path.startsWith(prefix));
      setErrors(Object.fromEntries(of('sample.').map(([path, text]) => [path.slice('sample.'.length), text])));
      setRefused(told.length === 0 ? [error.message] : of('values.').map(([, text]) => text));
    }
    setBusy(false);
  };
  const isCurrent = tried?.values === textOf(values);
  return (
    <section className="card sample" aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className="muted">{words.help}</p>
      <FormFields
        fields={fields}
        values={sample}
        errors={errors}
        readOnly={false}
        onChange={(change) => onSample({ ...sample, ...change })}
      />
      <button type="button" className="btn" aria-busy={busy} onClick={() => void run()}>
        {tried ? words.again : words.run}
      </button>
      <div role="status">
        {refused.map((text) => (
          <p key={text} className="callout bad">
            {text}
          </p>
        ))}
        {tried && !isCurrent && <p className="callout warn">{words.changed}</p>}
        {tried && <Result {...tried.result} />}
      </div>
    </section>
  );
}

const figures = ['list', 'discounts', 'stateAid', 'keysInHand'] as const;
const signed = (key: (typeof figures)[number], cents: number) =>
  money(key === 'discounts' || key === 'stateAid' ? -cents : cents);

/** What the sample quote shows: before, after, and who gives or loses what. */
function Result({ vehicle, body, colour, before, after, lines, displaced, drafts, issued }: Trial) {
  return (
    <>
      <div className="trial-car">
        <Silhouette body={body} colour={colour} />
        <b>{vehicle}</b>
      </div>
      <TableWrap label={words.item}>
        <table className="grid trial">
          <tbody>
            {figures.map((key) => (
              <tr key={key} className={before[key] === after[key] ? undefined : 'differs'}>
                <th scope="row">{words[key]}</th>
                <td className="num">
                  {before[key] === after[key] ? (
                    signed(key, after[key])
                  ) : (
                    <>
                      <s>{signed(key, before[key])}</s> <b>{signed(key, after[key])}</b>
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableWrap>
      <h3>{words.gives}</h3>
      <ul>
        {lines.map(({ name, amount, why }, at) => (
          <li key={at}>
            {name}: {amount > 0 ? <b>{money(-amount)}</b> : t(words.nothing, { why: why ?? words.unknown })}
          </li>
        ))}
      </ul>
      {displaced.length > 0 && (
        <>
          <h3>{words.displaced}</h3>
          <ul>
            {displaced.map(({ name, from, to, why }) => (
              <li key={name}>
                {t(why ? words.lostWhy : words.lost, { name, from: money(from), to: money(to), why: why ?? '' })}
              </li>
            ))}
          </ul>
        </>
      )}
      <ul className="trial-reach">
        <li>
          <Icon name="pencil" size={16} /> {t(words.drafts, { n: drafts })}
        </li>
        <li>
          <Icon name="file-text" size={16} /> {t(words.issued, { n: issued })}
        </li>
      </ul>
    </>
  );
}
