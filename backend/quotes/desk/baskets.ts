import { sql, type RawBuilder } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';

export interface CatalogueCar {
  makerId?: number | null;
  modelId?: number | null;
  versionId?: number;
}

/** Query for the ids of the baskets that contain the version: the manufacturer's and the company's own. */
export const basketsWith = (
  companyId: number,
  { makerId = null, modelId = null, versionId = 0 }: CatalogueCar,
): RawBuilder<{ id: number }> => sql`
  select b.id from baskets b where b.company_id in (${MANUFACTURER}, ${companyId})
    and (${makerId} = any(b.maker_ids) or ${modelId} = any(b.model_ids) or ${versionId} = any(b.version_ids))`;
