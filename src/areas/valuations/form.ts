import { valuationFields } from '#domain/valuations/fields.ts';
import { call } from '#site/lib/call.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';

const third = { span: 2 } as const;
const half = { span: 3 } as const;

const customers = async (q: string, signal: AbortSignal) =>
  (await call('GET /customers/matches', { query: { q }, signal })).map(({ id, name, city }) => ({
    id,
    name: [name, city].filter(Boolean).join(' · '),
  }));

const carFields = {
  plate: valuationFields.plate,
  maker: valuationFields.maker,
  model: valuationFields.model,
  versionName: valuationFields.versionName,
  registeredOn: valuationFields.registeredOn,
  km: valuationFields.km,
  fuel: valuationFields.fuel,
  gearbox: valuationFields.gearbox,
  body: valuationFields.body,
  customerId: valuationFields.customerId,
  locationId: valuationFields.locationId,
  tyres: valuationFields.tyres,
  keys: valuationFields.keys,
  servicing: valuationFields.servicing,
  notes: valuationFields.notes,
} as const;
export const carKeys = Object.keys(carFields) as (keyof typeof carFields)[];

/** The form of the car and its state. */
export const carForm = ({
  findsCustomers,
  locations,
  customer,
}: {
  findsCustomers: boolean;
  locations: Named;
  customer?: { id: number; name: string } | null;
}) =>
  formOf(carFields, {
    plate: third,
    registeredOn: third,
    km: third,
    maker: third,
    model: third,
    versionName: third,
    fuel: third,
    gearbox: third,
    body: third,
    customerId: { ...half, search: customers, known: customer ? [customer] : [] },
    locationId: { ...half, options: named(locations) },
    tyres: third,
    keys: third,
    servicing: third,
    notes: { span: 6 },
  }).filter(({ name }) => name !== 'customerId' || findsCustomers);

const correctionFields = {
  base: valuationFields.base,
  monthly: valuationFields.monthly,
  monthTyped: valuationFields.monthTyped,
  kmTyped: valuationFields.kmTyped,
  equipment: valuationFields.equipment,
  optionals: valuationFields.optionals,
  optionalsTyped: valuationFields.optionalsTyped,
  preparation: valuationFields.preparation,
} as const;

/** The form of the corrections: what is not typed is computed. */
export const correctionForm = formOf(correctionFields, {
  base: half,
  monthly: half,
  monthTyped: half,
  kmTyped: half,
  equipment: { span: 6 },
  optionals: half,
  optionalsTyped: half,
  preparation: half,
});
export const correctionKeys = Object.keys(correctionFields) as (keyof typeof correctionFields)[];

const planFields = { retailPrice: valuationFields.retailPrice, regime: valuationFields.regime } as const;
/** The form of the sale that is planned. */
export const planForm = formOf(planFields, { retailPrice: half, regime: half });
export const planKeys = Object.keys(planFields) as (keyof typeof planFields)[];
