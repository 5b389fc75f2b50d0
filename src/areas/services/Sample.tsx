import { useState } from 'react';
import { money } from '#domain/italian.ts';
import { servicePrice, type ServiceTariff } from '#domain/services/rules.ts';
import { t } from '#site/lib/intl.ts';
import { services as words } from '#site/messages/it/services.ts';
import { NumberField } from '#site/ui/NumberField.tsx';

/** Calculates the price of the service for an example car while its bands are edited. */
export default function Sample({ tariff }: { tariff: ServiceTariff }) {
  const [car, setCar] = useState({ kw: 85, km: 0, months: 0 });
  const found = servicePrice(tariff, car);
  const field = (key: keyof typeof car, label: string, max: number) => (
    <div className="span-2">
      <NumberField
        label={label}
        name={`sample-${key}`}
        min={0}
        max={max}
        value={car[key]}
        onChange={(value) => setCar((before) => ({ ...before, [key]: value }))}
      />
    </div>
  );
  return (
    <section className="sample" aria-label={words.sample}>
      <h3>{words.sample}</h3>
      <div className="form-grid">
        {field('kw', words.sampleKw, 2000)}
        {field('km', words.sampleKm, 2_000_000)}
        {field('months', words.sampleMonths, 600)}
      </div>
      <p role="status">{found ? t(words.samplePrice, { price: money(found.price) }) : words.sampleNone}</p>
    </section>
  );
}
