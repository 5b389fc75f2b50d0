import { day, integer } from '#domain/italian.ts';
import { valuationFields } from '#domain/valuations/fields.ts';
import type { Valuation } from '#domain/valuations/schema.ts';
import { servicings, valuationStates } from '#domain/valuations/terms.ts';
import { moment, t } from '#site/lib/intl.ts';
import { valuationPage as words } from '#site/messages/it/used-evaluation.ts';
import { DescriptionList } from '#site/ui/record/page/DescriptionList.tsx';

/** The car and its state in words. */
export function About({ of, now }: { of: Valuation; now: Date }) {
  const { tyres, servicing, keys } = of;
  const customer = of.customerId && (
    <a className="link" href={`/dealer/customers/${of.customerId}`}>
      {of.customer}
    </a>
  );
  return (
    <section className="card pad">
      <h2>{words.condition}</h2>
      <DescriptionList
        rows={[
          [valuationFields.registeredOn.label, of.registeredOn && day(of.registeredOn)],
          [valuationFields.km.label, of.km !== null && integer(of.km)],
          [valuationFields.customerId.label, customer],
          [valuationFields.locationId.label, of.location],
          [valuationFields.tyres.label, tyres !== null && `${tyres}\u00a0mm`],
          [valuationFields.servicing.label, servicing && servicings[servicing]],
          [valuationFields.keys.label, keys !== null && String(keys)],
          [words.by, of.madeBy.name],
          [valuationStates.requested.label, of.specialist !== null && of.specialist.name],
          [words.question, of.question],
          [valuationFields.notes.label, of.notes],
        ]}
      />
      {of.answerBy && <p className="callout warn">{t(words.answerBy, { when: moment(of.answerBy, now) })}</p>}
    </section>
  );
}
