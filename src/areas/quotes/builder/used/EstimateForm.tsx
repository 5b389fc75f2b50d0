import { blankOf, type Values } from '#domain/record/fields.ts';
import { money } from '#domain/italian.ts';
import { tradeInFields } from '#domain/quotes/fields.ts';
import type { TradeIn } from '#domain/quotes/schema.ts';
import { damageKinds } from '#domain/stock/damages.ts';
import type { ValuationTerms } from '#domain/stock/setting-endpoints.ts';
import { estimateFields } from '#domain/valuations/estimate-fields.ts';
import { estimate, type ValuedBy } from '#domain/valuations/estimate.ts';
import { CallError } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { valuations as words } from '#site/messages/it/valuations.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { LineList } from '#site/parts/valuations/LineList.tsx';
import { Resale } from './Resale.tsx';

const { km, registeredOn } = tradeInFields;
const { base, ...others } = estimateFields;
const fields = {
  base: { ...base, help: words.base },
  km,
  registeredOn,
  ...others,
  quotation: { label: words.alsoQuotation, kind: 'flag' },
} as const;
type EstimateInput = Values<typeof fields>;

const third = { span: 2 } as const;
/** The fields that the company's tables use; a correction that is not set needs no field. */
function formBy({ fuelKm, optionShares, damageCosts, preparation }: ValuationTerms) {
  const options = damageCosts.map(({ kind, amount }) => ({
    value: kind,
    label: `${damageKinds[kind]}, −${money(amount)}`,
  }));
  const asked = { fuel: fuelKm.length > 0, optionals: optionShares.length > 0, damages: options.length > 0 };
  return formOf(fields, {
    base: third,
    km: third,
    registeredOn: third,
    fuel: third,
    optionals: third,
    otherDamages: third,
    damages: { span: 6, options },
    preparation: { ...third, help: t(words.preparation, { amount: money(preparation.gross) }) },
    quotation: { span: 6 },
  }).filter(({ name }) => asked[name as keyof typeof asked] ?? true);
}

/** The value of a trade-in by the company's tables, line by line. One press takes it over as the valuation. */
export function EstimateForm({
  car,
  terms,
  day,
  onTake,
  onClose,
}: {
  car: TradeIn;
  terms: ValuationTerms;
  /** The pricing day of the quote. */
  day: string;
  onTake: (patch: Partial<TradeIn> & Pick<TradeIn, 'valuation'>) => void;
  onClose: () => void;
}) {
  const by: ValuedBy = { ...terms, expected: terms.preparation.gross };
  const check = ({ base: worth, registeredOn: since }: EstimateInput, typing: boolean) => ({
    ...(worth === 0 && !typing && { base: words.baseNeeded }),
    ...((since ?? '') > day && { registeredOn: words.future }),
  });
  const take = async ({ quotation, ...values }: EstimateInput): Promise<object> => {
    const wrong = check({ quotation, ...values }, false);
    if (Object.keys(wrong).length > 0)
      throw new CallError(400, { error: 'invalid', message: words.baseNeeded, requestId: '', fields: wrong });
    const { km: driven, registeredOn: since, ...input } = values;
    const { total } = estimate(values, by, day);
    onTake({
      km: driven,
      registeredOn: since,
      valuation: total,
      estimate: input,
      ...(quotation && { standInValue: total }),
    });
    return {};
  };
  return (
    <RecordForm<EstimateInput, object>
      title={words.title}
      fields={formBy(terms)}
      initial={{
        ...blankOf(estimateFields),
        ...car.estimate,
        km: car.km,
        registeredOn: car.registeredOn,
        quotation: car.standInValue === null,
      }}
      check={check}
      save={take}
      verb={words.take}
      onSaved={onClose}
      onClose={onClose}
    >
      {(values) => {
        const worth = estimate(values, by, day);
        return (
          <div className="valuation">
            {values.base > 0 && <LineList label={words.total} {...worth} />}
            {(values.km === null || values.registeredOn === null) && <p className="muted">{words.noKm}</p>}
            {car.valuation > 0 && <p className="muted">{t(words.now, { amount: money(car.valuation) })}</p>}
            {terms.resale && <Resale car={values} terms={terms} estimated={worth.total} />}
          </div>
        );
      }}
    </RecordForm>
  );
}
