import { incentiveIssue } from '#domain/quotes/sheet/incentives.ts';
import { toggle } from '#domain/quotes/sheet/options.ts';
import type { Priced } from '#domain/quotes/sheet/priced.ts';
import { linesOf } from '#domain/quotes/sheet/lines.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { issueBlockers } from '#domain/quotes/rules.ts';
import { blankOf } from '#domain/record/fields.ts';
import { choiceFields, quoteFields } from '#domain/quotes/fields.ts';
import { quoteDraft, type PriceSheet, type QuoteDraft } from '#domain/quotes/schema.ts';
import { demoPlate } from './identifiers.ts';
import type { SeededCustomer } from './people.ts';
import type { Random } from './random.ts';

/** Well-known models for trade-ins with their price when new, euro. */
const used: [string, number][] = [
  ['Fiat Panda 1.2 Easy', 13_000],
  ['Dacia Sandero 1.0 TCe', 14_000],
  ['Citroën C3 1.2 PureTech', 16_000],
  ['Toyota Yaris 1.5 Hybrid', 21_000],
  ['Peugeot 208 1.2', 19_000],
  ['Renault Clio 1.5 dCi', 18_000],
  ['Jeep Renegade 1.6 Mjt', 24_000],
  ['Nissan Qashqai 1.5 dCi', 27_000],
  ['Volkswagen Golf 1.6 TDI', 25_000],
  ['Ford Fiesta 1.1', 15_000],
];

function tradeIn(
  random: Random,
  type: 'barter' | 'scrapping',
  plate: number,
  day: string,
): QuoteDraft['tradeIns'][number] {
  const age = type === 'scrapping' ? random.int(16, 25) : random.int(3, 13);
  const [description, isNew] = random.pick(used);
  const valuation = type === 'scrapping' ? 0 : Math.round((isNew * 0.86 ** age) / 100) * 10_000;
  return {
    type,
    plate: demoPlate(plate),
    description,
    km: age * random.int(7_000, 17_000),
    registeredOn: `${Number(day.slice(0, 4)) - age}-${String(random.int(1, 12)).padStart(2, '0')}-15`,
    euroClass: age > 19 ? 3 : age > 14 ? 4 : age > 10 ? 5 : 6,
    valuation,
    residualDebt: age < 6 && random.chance(0.3) ? Math.round(valuation * 0.4) : 0,
    ownedSince: null,
    standInValue: type === 'scrapping' ? null : valuation,
    estimate: null,
  };
}

/** Random options, chosen by the catalogue's rules. */
function configure(random: Random, sheet: PriceSheet): number[] {
  const of = (...kinds: string[]) => sheet.options.filter((option) => kinds.includes(option.kind) && !option.standard);
  const clicks = [random.pick(of('colour'))];
  if (random.chance(0.3) && of('interior').length > 0) clicks.push(random.pick(of('interior')));
  for (let left = random.int(0, 4); left > 0; left--) clicks.push(random.pick(of('optional')));
  if (random.chance(0.45)) clicks.push(random.pick(of('pack')));
  return clicks.reduce<number[]>(
    (selected, { id }) => (selected.includes(id) ? selected : toggle(selected, id, sheet).selected),
    [],
  );
}

function finance(random: Random, sheet: PriceSheet, room: number): QuoteDraft['financing'] {
  const plan = random.pick(sheet.plans);
  const amount = Math.floor((room * random.int(45, 85)) / 100 / 50_000) * 50_000;
  return {
    ...blankOf(choiceFields),
    planId: plan.id,
    months: random.pick(plan.terms).months,
    amount,
    protection: random.chance(0.35) && plan.protectionPercent !== null,
  };
}

const newExtras = (random: Random, sheet: PriceSheet): Partial<QuoteDraft> => ({
  optionIds: configure(random, sheet),
  accessoryIds: Array.from({ length: random.pick([0, 0, 0, 1, 2]) }, () => random.pick(sheet.accessories).id),
});

/** Half of the customers agree to a warranty of 12 months, and most get a service. */
const usedExtras = (random: Random, { used, services }: PriceSheet): Partial<QuoteDraft> => ({
  stockId: used!.stockId,
  warrantyReduced: random.chance(0.5),
  serviceIds: services.length > 0 && random.chance(0.7) ? [random.pick(services).id] : [],
});

const notes = [
  '',
  '',
  '',
  'Consegna prevista in 60 giorni dall’ordine.',
  'Vettura in arrivo: disponibilità da confermare.',
  'Il cliente richiama dopo il fine settimana.',
];

/**
 * A draft as the builder saves it; with a customer it can be issued. `place` makes the plates of its cars different.
 */
export function makeDraft(
  random: Random,
  sheet: PriceSheet,
  customer: SeededCustomer | null,
  { place, province, day }: { place: number; province: string; day: string },
): { draft: QuoteDraft; priced: Priced } {
  const draft: QuoteDraft = {
    ...blankOf(quoteFields),
    versionId: sheet.version.id,
    province: customer?.province ?? province,
    ...(sheet.used ? usedExtras(random, sheet) : newExtras(random, sheet)),
    customer: customer && { id: customer.id, name: customer.name, type: customer.type },
    lowIncome: random.chance(0.1),
    notes: random.pick(notes),
  };
  draft.accessoryIds = [...new Set(draft.accessoryIds)];
  if (random.chance(0.48)) draft.tradeIns.push(tradeIn(random, 'barter', place * 2, day));
  if (random.chance(0.16)) draft.tradeIns.push(tradeIn(random, 'scrapping', place * 2 + 1, day));
  if (random.chance(0.6))
    draft.customDiscounts.push(
      random.chance(0.5)
        ? { label: 'Sconto concessionaria', amount: null, percent: random.int(2, 10) / 2 }
        : { label: 'Sconto cliente', amount: random.int(2, 12) * 100_00, percent: null },
    );
  const lines = linesOf(draft, sheet);
  const fitting = () => sheet.incentives.filter((incentive) => incentiveIssue(incentive, draft, sheet, lines) === null);
  draft.incentiveIds = fitting()
    .filter(() => random.chance(0.65))
    .map(({ id }) => id);
  const room = price(draft, sheet).balance;
  if (room > 300_000) {
    draft.deposit = Math.min(random.int(0, 6) * 500_00, Math.floor(room / 4));
    if (random.chance(0.62)) draft.financing = finance(random, sheet, room - draft.deposit);
  }
  if (issueBlockers(price(draft, sheet), draft).some(({ path }) => path.startsWith('financing') || path === 'deposit'))
    draft.financing = null;
  const parsed = quoteDraft.parse(draft);
  return { draft: parsed, priced: price(parsed, sheet) };
}
