import type { Owner } from './insert.ts';

/** The type approval of the first version: its figures in the catalogue are those of the best car. */
export async function approvalOfFirst(owner: Owner, since: string) {
  const [first] = await owner
    .selectFrom('versions')
    .select(['id', 'co2', 'consumption'])
    .orderBy('id')
    .limit(1)
    .execute();
  const { id: version_id, co2, consumption } = first!;
  return {
    version_id,
    number: 'e3*2018/858*00123*02',
    type: 'V1',
    variant: 'VA12',
    edition: '5MHA1',
    emission_class: 'Euro 6e',
    best_co2: co2,
    worst_co2: co2 + 14,
    best_consumption: consumption,
    worst_consumption: consumption + 0.7,
    best_mass: 1280,
    worst_mass: 1420,
    tyres: '205/55 R16 91V, 225/45 R17 94W',
    options: [
      { code: '310', co2: 6 },
      { code: '210', co2: 3 },
    ],
    created_at: since,
    updated_at: since,
  };
}
