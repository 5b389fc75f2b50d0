import { sql, type RawBuilder } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { blankOf } from '#domain/record/fields.ts';
import { sumsOf } from '#domain/stock/margin.ts';
import { costSeenWith } from '#domain/stock/rights.ts';
import type { stockSettingCalls } from '#domain/stock/setting-endpoints.ts';
import { stockSettingFields as fields, type StockSettings } from '#domain/stock/setting-fields.ts';
import { usedSettingFields, type UsedSettings } from '#domain/stock/used-setting-fields.ts';
import { repeatedRow } from '#domain/stock/valuation-fields.ts';
import type { Verbs } from '../lib/work/bind.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { datedSettings } from '../lib/records/dated.ts';
import { readSettingsOn } from '../lib/records/params.ts';

const stock = { group: 'stock', fields } as const;
const used = { group: 'used', fields: usedSettingFields } as const;

/** The company's settings for its stock, in force today. */
export const readStockSettings = async ({ db, user, today }: Ctx): Promise<StockSettings> =>
  (await readSettingsOn(db, user.companyId, stock, [today]))[0]!;
/** The company's settings for its used cars, in force today. */
export const readUsedSettings = async ({ db, user, today }: Ctx): Promise<UsedSettings> =>
  (await readSettingsOn(db, user.companyId, used, [today]))[0]!;

type Number = `stock.${'fresh' | 'normal' | 'slow' | 'expiry'}Days` | `used.${'minMargin' | 'rankKm' | 'rankYears'}`;
const defaults: Record<string, unknown> = {
  ...Object.fromEntries(Object.entries(blankOf(fields)).map(([key, value]) => [`${stock.group}.${key}`, value])),
  ...Object.fromEntries(
    Object.entries(blankOf(usedSettingFields)).map(([key, value]) => [`${used.group}.${key}`, value]),
  ),
};

/** SQL for a number in force today, which a query reads only once; null when it is set to nothing. */
export const settingInForce = ({ user, today }: Pick<Ctx, 'user' | 'today'>, key: Number): RawBuilder<number | null> =>
  sql`(select coalesce((select array[(p.value #>> '{}')::int] from params p where p.company_id = ${user.companyId} and p.key = ${key}
    and p.valid_from <= ${today} order by p.valid_from desc limit 1), array[${defaults[key]}::int]))[1]`;

/** SQL for the states in which the list shows cars, in force today, which a query reads only once. */
export const listedInForce = (
  { user, today }: Pick<Ctx, 'user' | 'today'>,
  key: 'usedListed' | 'newListed',
): RawBuilder<string[]> =>
  sql`array(select jsonb_array_elements_text(coalesce((select p.value from params p where p.company_id = ${user.companyId}
    and p.key = ${`stock.${key}`} and p.valid_from <= ${today} order by p.valid_from desc limit 1), ${JSON.stringify(fields[key].default)}::jsonb)))`;

async function inOrder(_: Ctx, values: StockSettings): Promise<void> {
  const wrong = (key: keyof StockSettings, message: string) =>
    new Failure('invalid', undefined, { fields: { [key]: message } });
  for (const key of ['usedListed', 'newListed'] as const)
    if (values[key].length === 0) throw wrong(key, 'Scegliere almeno uno stato');
  if (values.normalDays <= values.freshDays) throw wrong('normalDays', 'Deve finire dopo la prima fascia');
  if (values.slowDays <= values.normalDays) throw wrong('slowDays', 'Deve finire dopo la seconda fascia');
  if (values.reservationDays > values.mostReservedDays)
    throw wrong('reservationDays', 'Non può superare la durata massima');
}

const stockSettings = datedSettings({ ...stock, entity: 'stock_settings', check: inOrder });
async function eachOnce(_: Ctx, values: UsedSettings): Promise<void> {
  const wrong = repeatedRow(values);
  if (wrong) throw new Failure('invalid', undefined, { fields: { [wrong.path]: wrong.message } });
}

const usedSettings = datedSettings({ ...used, entity: 'used_settings', check: eachOnce });

export const settingVerbs: Verbs<typeof stockSettingCalls> = {
  'GET /stock/settings': stockSettings.read,
  'PUT /stock/settings': stockSettings.save,
  'POST /stock/settings/unschedule': stockSettings.unschedule,
  'GET /stock/settings/timeline': stockSettings.history,
  'GET /stock/used-settings': usedSettings.read,
  'PUT /stock/used-settings': usedSettings.save,
  'POST /stock/used-settings/unschedule': usedSettings.unschedule,
  'GET /stock/used-settings/timeline': usedSettings.history,
  'GET /stock/terms': async (ctx) => {
    const terms = await readStockSettings(ctx);
    if (!holds(ctx, ...costSeenWith)) return terms;
    const { minMargin, targetMargin, warrantyCost, sellingCost } = await readUsedSettings(ctx);
    return { ...terms, used: { minMargin, targetMargin, warrantyCost, sellingCost } };
  },
  'GET /stock/valuation-terms': async (ctx) => {
    const { preparation, targetMargin, warrantyCost, sellingCost, ...settings } = await readUsedSettings(ctx);
    const { standardKm, fuelKm, kmRates, mostKmShare, optionShares, damageCosts, offerDays } = settings;
    return {
      standardKm,
      fuelKm,
      kmRates,
      mostKmShare,
      optionShares,
      damageCosts,
      offerDays,
      preparation: sumsOf(preparation.map((line) => ({ ...line, expected: null }))),
      ...(holds(ctx, ...costSeenWith) && { resale: { targetMargin, warrantyCost, sellingCost } }),
    };
  },
};
