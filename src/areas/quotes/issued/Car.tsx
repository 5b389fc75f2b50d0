import { day, km, money } from '#domain/italian.ts';
import { carColour } from '#domain/quotes/sheet/car-colour.ts';
import type { UsedCar } from '#domain/quotes/start/used-car.ts';
import { useReckoned } from '#site/areas/quotes/builder/quote.ts';
import { vehicleOf } from '#site/areas/quotes/vehicle.ts';
import { t } from '#site/lib/intl.ts';
import { issued as words } from '#site/messages/it/quotes-issued.ts';
import { builder } from '#site/messages/it/quotes.ts';
import { Silhouette } from '#site/parts/vehicles/Silhouette.tsx';
import { DescriptionList } from '#site/ui/record/page/DescriptionList.tsx';

const usedDetails = ({ plate, registeredOn, km: driven, colour }: UsedCar) =>
  [
    [words.plate, plate],
    [words.registered, registeredOn && day(registeredOn)],
    [words.km, driven !== null && km(driven)],
    [builder.version.colour, colour],
  ] as const;

/** The car in its chosen paint, with what it costs. */
export function Car() {
  const { sheet, priced } = useReckoned();
  const { options, keysInHand, offer } = priced;
  const chosen = (kind: string) =>
    options.find((one) => one.kind === kind) ?? sheet.options.find((one) => one.kind === kind && one.standard);
  const colour = chosen('colour');
  const { kw, co2, euroClass } = sheet.version;
  const newDetails = [
    [builder.version.colour, colour?.name ?? ''],
    [builder.version.interior, chosen('interior')?.name ?? ''],
  ] as const;
  return (
    <section className="card issued-car" aria-label={words.car}>
      <Silhouette
        body={sheet.model.body}
        colour={carColour(sheet, { options })}
        label={sheet.used?.colour || (colour?.name ?? sheet.model.name)}
      />
      <div>
        <h2>{vehicleOf(sheet)}</h2>
        <DescriptionList
          rows={[
            ...(sheet.used ? usedDetails(sheet.used) : newDetails),
            [words.power, kw > 0 && `${kw} kW`],
            [words.emissions, co2 > 0 && `${co2} g/km · ${euroClass}`],
          ]}
        />
      </div>
      <p className="issued-price">
        <span>{builder.totals.keysInHand}</span>
        <b>{money(keysInHand)}</b>
        {offer && <small>{t(words.perMonth, { amount: money(offer.monthly) })}</small>}
      </p>
    </section>
  );
}
