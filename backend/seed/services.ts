import { addDays } from '#domain/dates.ts';
import { enter, insertRows, type Owner } from './insert.ts';

interface Band {
  kwTo: number | null;
  kmTo: number | null;
  monthsTo: number | null;
  price: number;
  cost: number;
}
/** A band up to kW, km and months, with its price in euro; the dealer's cost is 60 % of the net price. */
const band = (kwTo: number | null, kmTo: number | null, monthsTo: number | null, euro: number): Band => ({
  kwTo,
  kmTo,
  monthsTo,
  price: euro * 100,
  cost: costOf(euro),
});
const costOf = (euro: number) => Math.round((euro * 100 * 0.6) / 1.22);
const byPower = (...euros: [number, number, number]) => [
  band(85, null, null, euros[0]),
  band(130, null, null, euros[1]),
  band(null, null, null, euros[2]),
];

/** Code, description, kind, euro with VAT, and further values. */
const services: [string, string, string, number, Record<string, unknown>?][] = [
  ['GAR-12', 'Estensione di garanzia 12 mesi', 'ext_warranty', 390, { months: 12, bands: byPower(290, 390, 520) }],
  ['GAR-24', 'Estensione di garanzia 24 mesi', 'ext_warranty', 690, { months: 24, bands: byPower(490, 690, 890) }],
  ['GAR-36', 'Estensione di garanzia 36 mesi', 'ext_warranty', 990, { months: 36, bands: byPower(740, 990, 1290) }],
  [
    'GAR-U12',
    'Garanzia convenzionale usato 12 mesi',
    'ext_warranty',
    590,
    {
      months: 12,
      usages: ['used'],
      bands_only: true,
      bands: [band(null, 60_000, 48, 390), band(null, 100_000, 84, 590), band(110, 150_000, 120, 790)],
    },
  ],
  [
    'MAN-2',
    'Manutenzione prepagata 2 tagliandi',
    'prepaid_maintenance',
    480,
    { months: 24, exclusive_group: 'Manutenzione', bands: byPower(420, 480, 620) },
  ],
  [
    'MAN-4',
    'Manutenzione prepagata 4 tagliandi',
    'prepaid_maintenance',
    920,
    { months: 48, exclusive_group: 'Manutenzione', bands: byPower(790, 920, 1180) },
  ],
  [
    'MAN-BEV',
    'Manutenzione prepagata auto elettrica',
    'prepaid_maintenance',
    350,
    { months: 36, exclusive_group: 'Manutenzione', usages: ['new'] },
  ],
  ['ASS-24', 'Assistenza stradale 24 mesi', 'roadside_assistance', 120, { months: 24 }],
  ['ASS-36', 'Assistenza stradale 36 mesi con auto sostitutiva', 'roadside_assistance', 210, { months: 36 }],
  ['IMM-STD', 'Pratica di immatricolazione in sede', 'registration', 90, { usages: ['new'] }],
  ['IMM-TGP', 'Targa prenotata', 'registration', 60, { usages: ['new'] }],
  ['PRO-VER', 'Protezione ceramica della vernice', 'protection', 690],
  ['PRO-INT', 'Protezione di tessuti e pelle', 'protection', 290],
  ['PRO-CRI', 'Trattamento idrorepellente dei cristalli', 'protection', 90],
  ['PRO-PPF', 'Pellicola protettiva del frontale', 'protection', 1190],
  ['CON-DOM', 'Consegna a domicilio', 'other', 150],
  ['CON-PRE', 'Pulizia e preparazione alla consegna', 'other', 180, { usages: ['used', 'b2b'], default_on: true }],
  ['GOM-DEP', 'Deposito stagionale degli pneumatici', 'other', 80, { months: 12 }],
  ['MRK-VIN', 'Marchiatura antifurto dei cristalli', 'protection', 190],
  ['B2B-TRS', 'Trasporto su bisarca', 'other', 320, { usages: ['b2b'], printed: false }],
  [
    'LUM-CARE3',
    'Lumera Care 3 tagliandi',
    'prepaid_maintenance',
    790,
    { provider: 'maker', maker_ids: [1], months: 36, exclusive_group: 'Manutenzione' },
  ],
  [
    'LUM-PLUS',
    'Lumera Garanzia Plus 5 anni',
    'ext_warranty',
    850,
    { provider: 'maker', maker_ids: [1], months: 60, bands: byPower(650, 850, 1090) },
  ],
  ['VEN-SERV', 'Ventor Service 4 anni', 'prepaid_maintenance', 1090, { provider: 'maker', maker_ids: [2], months: 48 }],
  ['VEN-GAR', 'Ventor Garanzia 60 mesi', 'ext_warranty', 940, { provider: 'maker', maker_ids: [2], months: 60 }],
  ['OST-GAR', 'Ostro Garanzia estesa 48 mesi', 'ext_warranty', 780, { provider: 'maker', maker_ids: [3], months: 48 }],
];

/**
 * Services of a dealer and its makers; one has ended, one begins next month, one is for a few roles, one is archived.
 */
export async function seedServices(owner: Owner, companyId: number, firstId: number, today: string): Promise<void> {
  const at = `${addDays(today, -300)}T09:00:00Z`;
  await enter(owner, companyId);
  await insertRows(
    owner,
    'services',
    services.map(([code, description, kind, euro, rest], i) => ({
      company_id: companyId,
      id: firstId + i,
      code,
      description,
      kind,
      provider: 'dealer',
      usages: ['new', 'used'],
      price: euro * 100,
      cost: costOf(euro),
      tax_rate: 22,
      bands: [],
      bands_only: false,
      months: null,
      exclusive_group: '',
      default_on: false,
      printed: true,
      maker_ids: [],
      location_ids: [],
      roles: code === 'CON-DOM' ? ['Responsabile vendite', 'Direttore commerciale', 'Amministratore dealer'] : [],
      valid_from: addDays(today, code === 'PRO-PPF' ? 30 : -365),
      valid_to: code === 'IMM-TGP' ? addDays(today, -10) : null,
      archived_at: code === 'GOM-DEP' ? `${addDays(today, -40)}T09:00:00Z` : null,
      version: 1,
      created_at: at,
      updated_at: at,
      ...rest,
    })),
  );
}
