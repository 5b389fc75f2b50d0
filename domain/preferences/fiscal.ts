import type { Field, Fields, Values } from '../record/fields.ts';
import { FEE_LIMIT } from '../money.ts';
import type { SettingPart } from '../record/setting-parts.ts';

const money = (label: string, short?: string): Field & { kind: 'money' } => ({
  label,
  kind: 'money',
  max: FEE_LIMIT,
  ...(short && { short }),
});
const percent = { kind: 'percent', min: 0, max: 100, decimals: 2 } as const;
const kw = { kind: 'number', min: 0, max: 2000, suffix: 'kW' } as const;
const of = (what: string, label: string) => money(`${what}: ${label}`, label);

/** Regions set the yearly tax of vans; there is no national value (rules.md §5). */
const vanTax = (band: string) =>
  ({ label: `Bollo autocarri N1, ${band}`, kind: 'money', max: FEE_LIMIT, nullable: 'Non indicato' }) as const;

/**
 * Dated fiscal parameters (rules.md §1–6, §9): general values, and those that a company set itself from a day
 * on. Cents, percent, or as the unit says; the keys are those of the table.
 */
export const fiscalFields = {
  tax_rate: { label: 'Aliquota IVA ordinaria', ...percent },
  reduced_tax_rate: { label: 'Aliquota IVA ridotta (L. 104/92)', ...percent },
  ipt_fixed: money('IPT fissa, fino al limite di kW'),
  ipt_kw_limit: { label: 'IPT: kW fino ai quali è fissa', ...kw },
  ipt_per_kw: {
    label: 'IPT per kW oltre il limite',
    short: 'IPT per kW',
    kind: 'number',
    min: 0,
    max: 10_000_000,
    // Stored as the national parameters are.
    scale: 10_000,
    suffix: '€/kW',
  },
  ipt_van_7: money('IPT autocarri fino a 7 quintali'),
  ipt_van_15: money('IPT autocarri fino a 15 quintali'),
  ipt_van_30: money('IPT autocarri fino a 30 quintali'),
  ipt_van_45: money('IPT autocarri fino a 45 quintali'),
  ipt_van_60: money('IPT autocarri fino a 60 quintali'),
  ipt_van_80: money('IPT autocarri fino a 80 quintali'),
  ipt_van_above: money('IPT autocarri oltre 80 quintali'),
  registration_stamps: of('Immatricolazione', 'imposta di bollo'),
  registration_aci: of('Immatricolazione', 'emolumenti ACI'),
  registration_dt: of('Immatricolazione', 'diritti Motorizzazione'),
  registration_plates: of('Immatricolazione', 'targhe'),
  tyre_fee: { ...money('Contributo pneumatici fuori uso'), help: 'IVA inclusa' },
  transfer_retail_1: of('Passaggio', 'emolumenti ACI'),
  transfer_retail_2: of('Passaggio', 'bollo su istanza e documento unico'),
  transfer_retail_3: of('Passaggio', 'bollo per autentica'),
  transfer_retail_4: of('Passaggio', 'diritti Motorizzazione'),
  transfer_b2b_1: of('Minivoltura', 'emolumenti ACI'),
  transfer_b2b_2: of('Minivoltura', 'bollo su istanza'),
  transfer_b2b_3: of('Minivoltura', 'bollo per autentica'),
  transfer_b2b_4: of('Minivoltura', 'diritti Motorizzazione'),
  transfer_export_1: of('Esportazione', 'emolumenti ACI'),
  transfer_export_2: of('Esportazione', 'bollo su istanza'),
  transfer_export_4: of('Esportazione', 'diritti Motorizzazione'),
  bollo_0: money('Bollo Euro 0, per kW'),
  bollo_0_above: money('Bollo Euro 0, per kW oltre il limite'),
  bollo_1: money('Bollo Euro 1, per kW'),
  bollo_1_above: money('Bollo Euro 1, per kW oltre il limite'),
  bollo_2: money('Bollo Euro 2, per kW'),
  bollo_2_above: money('Bollo Euro 2, per kW oltre il limite'),
  bollo_3: money('Bollo Euro 3, per kW'),
  bollo_3_above: money('Bollo Euro 3, per kW oltre il limite'),
  bollo_4: money('Bollo da Euro 4, per kW'),
  bollo_4_above: money('Bollo da Euro 4, per kW oltre il limite'),
  bollo_kw_limit: { label: 'Bollo: kW oltre i quali è maggiorato', ...kw },
  bollo_van_4: vanTax('fino a 4 quintali di portata'),
  bollo_van_8: vanTax('fino a 8 quintali'),
  bollo_van_15: vanTax('fino a 15 quintali'),
  bollo_van_30: vanTax('fino a 30 quintali'),
  bollo_van_above: vanTax('oltre 30 quintali'),
  superbollo_kw_limit: { label: 'Superbollo: kW oltre i quali è dovuto', ...kw },
  superbollo_per_kw: money('Superbollo per kW oltre il limite'),
  substitute_tax_percent: { label: 'Imposta sostitutiva sui finanziamenti', ...percent },
  contract_stamp: money('Bollo sul contratto di finanziamento'),
  communication_stamp: money('Bollo su ogni comunicazione'),
} as const satisfies Fields;
export type FiscalSettings = Values<typeof fiscalFields>;
export type FiscalKey = keyof FiscalSettings;

const keys = Object.keys(fiscalFields) as FiscalKey[];
const beginning = (...prefixes: string[]) => keys.filter((key) => prefixes.some((prefix) => key.startsWith(prefix)));

/** The cards of the page, in order. */
export const fiscalParts: readonly SettingPart<FiscalKey>[] = [
  {
    id: 'vat',
    title: 'IVA e contributi',
    help: 'Con questa aliquota si calcolano imponibili e prezzi; il PFU è una riga di ogni auto nuova.',
    keys: ['tax_rate', 'reduced_tax_rate', 'tyre_fee'],
  },
  {
    id: 'registration',
    title: 'Immatricolazione',
    help: 'Spese anticipate per il cliente, una riga del chiavi in mano di un’auto nuova.',
    keys: beginning('registration_'),
  },
  {
    id: 'transfer',
    title: 'Passaggio, minivoltura, esportazione',
    help: 'Spese anticipate per il cliente di un’auto usata, per tipo di passaggio.',
    keys: beginning('transfer_'),
  },
  {
    id: 'ipt',
    title: 'IPT',
    help: 'L’imposta della provincia del cliente, prima della sua addizionale.',
    keys: beginning('ipt_'),
  },
  {
    id: 'road-tax',
    title: 'Bollo e superbollo',
    help: 'Il costo annuo detto accanto al prezzo: non entra nel chiavi in mano.',
    keys: beginning('bollo_', 'superbollo_'),
  },
  {
    id: 'credit',
    title: 'Finanziamenti',
    help: 'Imposte del credito: entrano nel TAEG di ogni piano.',
    keys: ['substitute_tax_percent', 'contract_stamp', 'communication_stamp'],
  },
];
