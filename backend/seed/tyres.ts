import { addDays } from '#domain/dates.ts';
import { enter, insertRows, type Owner } from './insert.ts';
import { Random } from './random.ts';

/** Width, ratio, rim, load, speed, construction, euro with VAT of the cheapest tyre of the size. */
const sizes: [number, number, number, string, string, 'standard' | 'xl' | 'c', number][] = [
  [165, 65, 14, '79', 'T', 'standard', 52],
  [185, 65, 15, '88', 'T', 'standard', 61],
  [195, 55, 16, '87', 'H', 'standard', 74],
  [205, 55, 16, '91', 'V', 'standard', 79],
  [215, 60, 16, '99', 'H', 'xl', 92],
  [215, 55, 17, '94', 'V', 'standard', 104],
  [225, 45, 17, '94', 'W', 'xl', 108],
  [225, 40, 18, '92', 'Y', 'xl', 119],
  [235, 55, 18, '100', 'V', 'standard', 138],
  [195, 75, 16, '107/105', 'R', 'c', 126],
];
/** Brand, model, season, factor on the cheapest price, classes for fuel and wet grip. */
const lines = [
  ['Rondine', 'Strada 4', 'summer', 1, 'C', 'B'],
  ['Borea', 'Nevosa 2', 'winter', 1.18, 'D', 'B'],
  ['Litorale', 'Quattro', 'allSeason', 1.25, 'C', 'B'],
  ['Astrale', 'Veloce RS', 'summer', 1.5, 'B', 'A'],
] as const;

/** Forty tyres of a dealer: ten sizes in four lines; a few are archived. */
export async function seedTyres(owner: Owner, companyId: number, firstId: number, today: string): Promise<void> {
  const random = new Random(companyId + 1);
  const at = `${addDays(today, -300)}T09:00:00Z`;
  await enter(owner, companyId);
  const rows = lines.flatMap(([brand, model, season, dearer, fuel_class, wet_class], line) =>
    sizes.map(([width, ratio, rim, load, speed, build, euro], index) => {
      const i = line * sizes.length + index;
      const price = Math.round(euro * dearer) * 100 + 90 + (companyId % 2) * 100;
      return {
        company_id: companyId,
        id: firstId + i,
        code: `${brand.slice(0, 2).toUpperCase()}${width}${ratio}${rim}`,
        brand,
        model,
        season,
        width,
        ratio,
        rim,
        load,
        speed,
        build,
        fuel_class,
        wet_class,
        noise_db: 67 + (i % 6),
        noise_class: i % 6 < 5 ? 'B' : 'C',
        snow: season !== 'summer',
        price,
        cost: Math.round((price / 1.22) * 0.74),
        tax_rate: 22,
        pfu: build === 'c' ? 'C1' : 'B1',
        in_stock: random.chance(0.7),
        archived_at: i % 18 === 9 ? `${addDays(today, -40)}T09:00:00Z` : null,
        version: 1,
        created_at: at,
        updated_at: at,
      };
    }),
  );
  await insertRows(owner, 'tyres', rows);
}
