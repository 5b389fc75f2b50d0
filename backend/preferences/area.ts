import { typed } from '#domain/fields.ts';
import { preferences as table } from '#domain/preferences/endpoints.ts';
import { fiscalFields } from '#domain/preferences/fiscal.ts';
import { readStored } from '#domain/stored.ts';
import { area } from '../lib/area.ts';
import { datedSettings } from '../lib/dated.ts';
import { readFiscalParams, readFiscalParamsOn } from '../lib/params.ts';

const known = new Set(typed(fiscalFields).map(([key]) => key));

const fiscal = datedSettings({
  group: 'fiscal',
  entity: 'fiscal_settings',
  fields: fiscalFields,
  readOn: async ({ db, user }, days) =>
    (await readFiscalParamsOn(db, user.companyId, days)).map((fiscal) =>
      readStored(fiscalFields, Object.fromEntries(fiscal.map(({ key, value }) => [key, value]))),
    ),
  beside: async ({ db, user, today }) => ({
    since: (await readFiscalParams(db, user.companyId, today))
      .filter(({ key }) => known.has(key))
      .map(({ key, from, own }) => ({ key, from, own })),
  }),
});

export const preferences = area(table, {
  verbs: {
    'GET /preferences/fiscal': fiscal.read,
    'PUT /preferences/fiscal': fiscal.save,
    'POST /preferences/fiscal/unschedule': fiscal.unschedule,
    'GET /preferences/fiscal/timeline': fiscal.history,
  },
});
