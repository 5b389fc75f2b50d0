import { companies as table } from '#domain/companies/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import { DEFAULT_TAX_RATE } from '#domain/money.ts';
import type { LocationRecord } from '#domain/companies/places.ts';
import { area } from '../lib/ports/area.ts';
import { recordVerbs } from '../lib/records/record-verbs.ts';
import { readBeginning } from './beginning.ts';
import { centers, locations } from './places.ts';
import { readFiscalParams } from '../lib/records/params.ts';
import { read, readLogo, removeLogo, save, saveNumbers, setLogo } from './profile.ts';

export const companies = area(table, {
  verbs: {
    'GET /companies/:company_id': async ({ db, user, today }, { params }) => {
      if (params.company_id !== user.companyId) throw new Failure('not_found');
      const fiscal = await readFiscalParams(db, user.companyId, today);
      const taxRate = fiscal.find(({ key }) => key === 'tax_rate')?.value ?? DEFAULT_TAX_RATE;
      return { id: user.companyId, name: user.companyName, province: user.province, taxRate };
    },
    'GET /companies/beginning': readBeginning,
    'GET /companies/:company_id/profile': read,
    'PUT /companies/:company_id/profile': save,
    'PUT /companies/:company_id/numbers': saveNumbers,
    'GET /companies/:company_id/logo': readLogo,
    'PUT /companies/:company_id/logo': setLogo,
    'DELETE /companies/:company_id/logo': removeLogo,
    'GET /locations/open': async ({ db, user }, { query: { closed } }) => {
      const rows = await db
        .selectFrom('locations as l')
        .leftJoin('userLocations as u', (on) =>
          on.onRef('u.companyId', '=', 'l.companyId').onRef('u.locationId', '=', 'l.id').on('u.userId', '=', user.id),
        )
        .select(['l.id', 'l.name', 'l.address', 'l.cap', 'l.city', 'l.province', 'l.phone', 'l.hours', 'u.isDefault'])
        .where('l.companyId', '=', user.companyId)
        .select((eb) => eb('l.archivedAt', 'is not', null).$castTo<boolean>().as('closed'))
        .$if(closed !== 'true', (open) => open.where('l.archivedAt', 'is', null))
        .orderBy('closed')
        .orderBy('l.name')
        .limit(500)
        .execute();
      return rows.map((row) => ({
        ...row,
        hours: row.hours as LocationRecord['hours'],
        isDefault: row.isDefault ?? false,
      }));
    },
    'GET /business-centers/open': ({ db, user }) =>
      db
        .selectFrom('businessCenters')
        .select(['id', 'name'])
        .where('companyId', '=', user.companyId)
        .where('archivedAt', 'is', null)
        .orderBy('name')
        .limit(500)
        .execute(),
    ...recordVerbs('locations', locations),
    ...recordVerbs('business-centers', centers),
  },
  constraints: {
    locations_name: { name: 'C’è già una sede con questo nome' },
    business_centers_name: { name: 'C’è già un business center con questo nome' },
    business_centers_company_id_location_id_fkey: { locationId: 'Scegliere una sede dell’azienda' },
  },
});
