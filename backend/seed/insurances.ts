import { addDays } from '#domain/dates.ts';
import { blankOf, type Values } from '#domain/record/fields.ts';
import { coverFields, coverTaxes } from '#domain/insurances/fields.ts';
import type { Cover } from '#domain/insurances/terms.ts';
import { enter, insertRows, type Owner } from './insert.ts';

type Line = Values<typeof coverFields>;
const line = (cover: Cover, rest: Partial<Line>): Line => ({
  ...blankOf(coverFields),
  cover,
  taxPercent: coverTaxes[cover],
  ...rest,
});
const fixed = (cover: Cover, euro: number, rest: Partial<Line> = {}) =>
  line(cover, { model: 'fixed', premium: euro * 100, yearly: true, ...rest });
const rate = (cover: Cover, perMille: number, minimum: number, conditions = '') =>
  line(cover, { model: 'rate', rate: perMille, minimum: minimum * 100, conditions });

const zone = (name: string, provinces: string, coefficient: number, provincialTax: number | null = null) => ({
  name,
  provinces,
  coefficient,
  provincialTax,
});
/** Theft insurance costs more where more cars are stolen. */
const theft = [
  zone('Alta', 'BA BT CE FG NA', 1.6),
  zone('Media', 'CT MI PA RM SA TO', 1.2),
  zone('Bassa', 'AO BL BZ SO TN UD VB', 0.8),
];
const liability = [
  zone('Campania', 'AV BN CE NA SA', 1.7),
  zone('Grandi città', 'FI GE MI PA RM TO', 1.15),
  zone('Province autonome', 'BZ TN', 0.85, 9),
];
const powers = [
  { kwTo: 60, coefficient: 0.9 },
  { kwTo: 90, coefficient: 1 },
  { kwTo: 130, coefficient: 1.2 },
  { kwTo: null, coefficient: 1.5 },
];
const cell = (valueTo: number | null, months: number, euro: number) => ({
  valueTo: valueTo && valueTo * 100,
  months,
  premium: euro * 100,
});
const years = ['12', '24', '36', '48', '60'];

/** Code, name, insurer, type and tariff; the insurers are invented. */
const products: [string, string, string, string, Record<string, unknown>][] = [
  [
    'RCA-BASE',
    'RCA guida libera, massimale 10 milioni',
    'Tirrena Assicurazioni',
    'rca',
    { covers: [fixed('liability', 400, { conditions: 'Massimale 10.000.000 €' })], zones: liability, powers },
  ],
  [
    'RCA-PLUS',
    'RCA con assistenza e tutela',
    'Tirrena Assicurazioni',
    'rca',
    {
      covers: [fixed('liability', 430), fixed('assistance', 25), fixed('legal', 20), fixed('injuries', 30)],
      zones: liability,
      powers,
    },
  ],
  [
    'FI-STD',
    'Furto e incendio',
    'Alpina Protezione',
    'cvt',
    { durations: years, covers: [rate('theft_fire', 18, 120, 'Scoperto 10 %, minimo 500 €')], zones: theft },
  ],
  [
    'FI-KASKO',
    'Furto, incendio e kasko completa',
    'Alpina Protezione',
    'cvt',
    {
      durations: years,
      covers: [
        rate('theft_fire', 16, 110, 'Scoperto 10 %, minimo 500 €'),
        rate('kasko', 24, 280, 'Franchigia 500 €'),
        rate('natural', 3, 30),
        fixed('glass', 45, { conditions: 'Fino a 1.000 €' }),
      ],
      zones: theft,
      max_months: 96,
    },
  ],
  [
    'PACK-SERENO',
    'Sereno: assistenza, tutela, infortuni',
    'Alpina Protezione',
    'cvt',
    {
      durations: years,
      covers: [fixed('assistance', 25), fixed('legal', 20), fixed('injuries', 30)],
    },
  ],
  [
    'GAP-36',
    'Valore a nuovo a tabella',
    'Meridiana Vita e Danni',
    'cvt',
    {
      durations: ['24', '36', '48'],
      covers: [
        line('theft_fire', {
          model: 'matrix',
          cells: [
            ...[cell(20_000, 24, 260), cell(35_000, 24, 390), cell(60_000, 24, 560)],
            ...[cell(20_000, 36, 340), cell(35_000, 36, 510), cell(60_000, 36, 740)],
            ...[cell(20_000, 48, 410), cell(35_000, 48, 620), cell(60_000, 48, 890)],
          ],
        }),
      ],
      usages: ['new'],
      max_value: 60_000_00,
      max_months: 6,
    },
  ],
  [
    'CPI-VITA',
    'Protezione del credito: vita',
    'Meridiana Vita e Danni',
    'credit_protection',
    { covers: [line('life', { model: 'financed', percentPerMonth: 0.065 })] },
  ],
  [
    'CPI-COMPLETA',
    'Protezione del credito: vita, inabilità, lavoro',
    'Meridiana Vita e Danni',
    'credit_protection',
    {
      covers: [
        line('life', { model: 'financed', percentPerMonth: 0.065 }),
        line('disability', { model: 'financed', percentPerMonth: 0.022 }),
        line('job', { model: 'financed', percentPerMonth: 0.031 }),
      ],
    },
  ],
  [
    'FI-2024',
    'Furto e incendio, tariffa 2024',
    'Alpina Protezione',
    'cvt',
    { durations: years, covers: [rate('theft_fire', 16.5, 110)], over: true },
  ],
];

/** The policies of a dealer; one has ended. */
export async function seedInsurances(owner: Owner, companyId: number, firstId: number, today: string): Promise<void> {
  const at = `${addDays(today, -300)}T09:00:00Z`;
  await enter(owner, companyId);
  await insertRows(
    owner,
    'insurances',
    products.map(([code, name, insurer, type, { over, ...rest }], i) => ({
      company_id: companyId,
      id: firstId + i,
      code,
      name,
      insurer,
      type,
      usages: ['new', 'used'],
      durations: type === 'credit_protection' ? [] : ['12'],
      covers: [],
      zones: [],
      powers: [],
      min_value: null,
      max_value: null,
      max_months: null,
      default_on: false,
      commission_percent: type === 'rca' ? 8 : type === 'cvt' ? 15 : 30,
      rappel_percent: type === 'cvt' ? 2 : 0,
      valid_from: addDays(today, -365),
      valid_to: over ? addDays(today, -30) : null,
      maker_ids: [],
      location_ids: [],
      roles: [],
      version: 1,
      created_at: at,
      updated_at: at,
      ...rest,
    })),
  );
}
