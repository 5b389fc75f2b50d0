import { addDays } from '#domain/dates.ts';
import { enter, insertRows, type Owner } from './insert.ts';
import { Random } from './random.ts';

/** Description, euro with VAT, minutes to fit. `{m}` becomes the maker; without it the accessory fits every car. */
const articles: [string, number, number][] = [
  ['Tappetini in velluto {m}', 89, 5],
  ['Tappetini in gomma {m}', 65, 5],
  ['Vasca baule {m}', 95, 5],
  ['Barre portatutto {m}', 260, 30],
  ['Gancio di traino fisso {m}', 640, 180],
  ['Deflettori antivento {m}', 110, 20],
  ['Paraspruzzi {m}', 75, 40],
  ['Kit cerchi in lega 17" {m}', 980, 60],
  ['Kit pneumatici invernali montati {m}', 860, 60],
  ['Battitacco illuminati {m}', 230, 45],
  ['Griglia divisoria {m}', 280, 30],
  ['Telo copriauto {m}', 150, 0],
  ['Portabici da gancio', 420, 15],
  ['Box da tetto 430 l', 490, 15],
  ['Catene da neve', 85, 0],
  ['Seggiolino bimbo gruppo 1', 310, 0],
  ['Seggiolino bimbo gruppo 2/3', 260, 0],
  ['Triangolo, gilet e kit di pronto soccorso', 45, 0],
  ['Antifurto satellitare', 590, 120],
  ['Marchiatura dei cristalli', 190, 40],
  ['Dashcam anteriore e posteriore', 340, 90],
  ['Sensori di parcheggio anteriori', 290, 150],
  ['Pellicola oscurante', 380, 240],
  ['Trattamento di protezione della vernice', 450, 300],
  ['Cavo di ricarica tipo 2', 240, 0],
  ['Profumatore e kit di pulizia', 35, 0],
  ['Portascì magnetico', 180, 5],
  ['Frigo portatile 12 V', 210, 0],
  ['Supporto per tablet', 55, 0],
  ['Manuale d’uso in braille', 25, 0],
  ['Organizer da bagagliaio', 49, 0],
  ['Parasole per cristalli posteriori', 79, 5],
  ['Rete fermabagagli', 39, 5],
  ['Compressore da viaggio', 69, 0],
  ['Caricatore USB-C doppio', 29, 0],
  ['Cinghie fermacarico', 24, 0],
];
const makers = [
  [1, 'Lumera'],
  [2, 'Ventor'],
  [3, 'Ostro'],
] as const;

/**
 * Sixty accessories of a dealer: some for each maker, the rest for every car; a few are archived or not started yet.
 */
export async function seedAccessories(owner: Owner, companyId: number, firstId: number, today: string): Promise<void> {
  const random = new Random(companyId);
  const forAll = articles
    .filter(([name]) => !name.includes('{m}'))
    .map((article) => ({ article, maker_id: null as number | null, name: '' }));
  const forMakers = makers.flatMap(([maker_id, name]) =>
    articles
      .filter(([text]) => text.includes('{m}'))
      .map((article) => ({ article, maker_id: maker_id as number | null, name })),
  );
  const at = `${addDays(today, -300)}T09:00:00Z`;
  await enter(owner, companyId);
  await insertRows(
    owner,
    'accessories',
    [...forMakers, ...forAll].map(({ article: [text, euro, fitting_minutes], maker_id, name }, i) => {
      const price = euro * 100 + (maker_id === 3 ? euro * 40 : 0) + (companyId % 2) * 100;
      return {
        company_id: companyId,
        id: firstId + i,
        code: `${name.slice(0, 1) || 'U'}A${String(i + 1).padStart(3, '0')}`,
        description: text.replace('{m}', name),
        maker_id,
        model_id: null,
        price,
        fitting_minutes,
        cost: Math.round((price / 1.22) * 0.62),
        tax_rate: text.includes('braille') ? 4 : 22,
        in_stock: random.chance(0.6),
        active_from: i % 19 === 7 ? addDays(today, 20) : null,
        active_to: null,
        archived_at: i % 17 === 11 ? `${addDays(today, -40)}T09:00:00Z` : null,
        version: 1,
        created_at: at,
        updated_at: at,
      };
    }),
  );
}
