import { Failure } from '#domain/errors.ts';
import { typed } from '#domain/record/fields.ts';
import { preferences as table } from '#domain/preferences/endpoints.ts';
import { fiscalFields } from '#domain/preferences/fiscal.ts';
import { provinceFields, type ProvinceSettings } from '#domain/preferences/province-fields.ts';
import { starterFields } from '#domain/preferences/starter.ts';
import { tariffOf } from '#domain/quotes/sheet/ipt.ts';
import { readStored } from '#domain/record/stored.ts';
import { area } from '../lib/ports/area.ts';
import type { Ctx } from '../lib/work/context.ts';
import { exportActivity, readActivity } from './activity.ts';
import { datedSettings } from '../lib/records/dated.ts';
import { readFiscalParams, readFiscalParamsOn } from '../lib/records/params.ts';
import { readNational } from '../lib/records/provinces.ts';
import { national } from './national.ts';
import { ownOf, readNationalOn, tellOwn, tellOwnValues } from './own-values.ts';

const known = new Set(typed(fiscalFields).map(([key]) => key));

const fiscal = datedSettings({
  group: 'fiscal',
  entity: 'fiscal_settings',
  fields: fiscalFields,
  readOn: async ({ db, user }, days) =>
    (await readFiscalParamsOn(db, user.companyId, days)).map((fiscal) =>
      readStored(fiscalFields, Object.fromEntries(fiscal.map(({ key, value }) => [key, value]))),
    ),
  kept: ownOf,
  saved: tellOwn,
  beside: async ({ db, user, today }) => {
    const [national] = await readNationalOn(db, [today]);
    return {
      since: (await readFiscalParams(db, user.companyId, today))
        .filter(({ key }) => known.has(key))
        .map(({ key, from, own }) => ({ key, from, own, national: national?.get(key) ?? null })),
    };
  },
});

const starter = datedSettings({ group: 'starter', entity: 'starter_settings', fields: starterFields });

/** Throws `invalid` at the row whose province does not exist. */
async function checkProvinces({ db, today }: Ctx, { rules }: ProvinceSettings): Promise<void> {
  const known = new Set((await readNational(db, today)).map(({ code }) => code));
  const wrong = rules.findIndex(({ province }) => !known.has(province));
  if (wrong >= 0)
    throw new Failure('invalid', undefined, { fields: { [`rules.${wrong}.province`]: 'Scegliere la provincia' } });
}

const provinces = datedSettings({
  group: 'provinces',
  entity: 'province_settings',
  fields: provinceFields,
  check: checkProvinces,
  saved: tellOwn,
  beside: async ({ db, user, today }) => {
    const values = new Map((await readFiscalParams(db, user.companyId, today)).map(({ key, value }) => [key, value]));
    const vans = [...values].flatMap(([key, value]): [string, number][] =>
      key.startsWith('ipt_van_') ? [[key.slice('ipt_van_'.length), value]] : [],
    );
    return { national: await readNational(db, today), tariff: tariffOf((key) => values.get(key)!, vans) };
  },
});

export const preferences = area(table, {
  verbs: {
    'GET /preferences/activity': readActivity,
    'GET /preferences/activity/export': exportActivity,
    'GET /preferences/fiscal': fiscal.read,
    'PUT /preferences/fiscal': fiscal.save,
    'POST /preferences/fiscal/unschedule': fiscal.unschedule,
    'GET /preferences/fiscal/timeline': fiscal.history,
    'GET /network/starter': starter.read,
    'PUT /network/starter': starter.save,
    'POST /network/starter/unschedule': starter.unschedule,
    'GET /network/starter/timeline': starter.history,
    'GET /network/fiscal': national.read,
    'PUT /network/fiscal': national.save,
    'POST /network/fiscal/unschedule': national.unschedule,
    'GET /network/fiscal/timeline': national.history,
    'GET /preferences/provinces': provinces.read,
    'PUT /preferences/provinces': provinces.save,
    'POST /preferences/provinces/unschedule': provinces.unschedule,
    'GET /preferences/provinces/timeline': provinces.history,
  },
  schedules: [tellOwnValues],
});
