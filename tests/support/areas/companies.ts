import type { companies as table } from '#domain/companies/endpoints.ts';
import { centerFields, locationFields } from '#domain/companies/place-fields.ts';
import { blankOf } from '#domain/record/fields.ts';
import { recordCalls } from '../priced.ts';
import { aPng } from '../images.ts';
import type { Numbering } from '#domain/companies/numbering.ts';
import { nothing, type Calls, type Insert, type Side } from '../area.ts';

export async function rows(insert: Insert, companyId: number, marker: string, province: string) {
  await insert('insert into companies (company_id, name, province) values ($1, $2, $3)', [
    companyId,
    `${marker} Auto`,
    province,
  ]);
  const locationId = await insert(
    'insert into locations (company_id, name, province) values ($1, $2, $3) returning id',
    [companyId, `${marker} sede`, province],
  );
  return { locationId };
}

const own = ({ companyId }: Side) => ({ params: { company_id: companyId } });
/** Reads the stored profile, because other tests change the company too. */
const profile = async (side: Side) => {
  const {
    version,
    logo: _logo,
    id: _id,
    ...body
  } = (await side.call('GET /companies/:company_id/profile', own(side))).body;
  return { ...own(side), version: version as number, body };
};
export const logoOf = (width: number, height: number) => ({ base64: aPng({ width, height }).toString('base64') });
const withLogo = async (side: Side) => {
  await side.call('PUT /companies/:company_id/logo', { ...own(side), body: logoOf(300, 80) });
  return own(side);
};

export const companies: Calls<typeof table> = {
  'GET /companies/:company_id': own,
  'GET /companies/beginning': nothing,
  'GET /companies/:company_id/profile': own,
  'PUT /companies/:company_id/profile': profile,
  'PUT /companies/:company_id/numbers': async (side) => {
    const { params, version, body } = await profile(side);
    const { year, kind, prefix } = body.numbers.findLast((one: Numbering) => !one.given && one.kind === 'quote');
    return { params, version, body: { year, kind, prefix, first: 12 } };
  },
  'GET /companies/:company_id/logo': withLogo,
  'PUT /companies/:company_id/logo': (side) => ({ ...own(side), body: logoOf(300, 80) }),
  'DELETE /companies/:company_id/logo': withLogo,
  'GET /locations/open': nothing,
  'GET /business-centers/open': nothing,
  ...recordCalls('locations', (name) => ({ ...blankOf(locationFields), name })),
  ...recordCalls('business-centers', (name, { locationId }) => ({ ...blankOf(centerFields), name, locationId })),
};
