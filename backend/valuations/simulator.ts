/** Answers like a source's, invented from the car itself: the same question always has the same answer. */
import { createHash } from 'node:crypto';
import { monthsBetween } from '#domain/dates.ts';
import type { Advert, FoundVersion, QuotationInput, SourceAnswer } from '#domain/valuations/schema.ts';
import { otherListPrices, usedModels } from './used-models.ts';

const NOTHING: SourceAnswer = {
  versions: [],
  tradeIn: null,
  retail: null,
  monthly: 0,
  adverts: [],
  listed: 0,
  sold: 0,
};

/** Whole numbers that follow from a text: the same text gives the same row of them. */
function numbersOf(text: string) {
  let at = 0;
  return (from: number, to: number): number => {
    const hash = createHash('sha256').update(`${text} ${at++}`).digest();
    return from + (hash.readUInt32BE(0) % (to - from + 1));
  };
}

const euros = (cents: number, step: number) => Math.round(cents / (step * 100)) * step * 100;

function versionsOf(plate: string): FoundVersion[] {
  const next = numbersOf(plate);
  const [maker, model, name, body, fuel, gearbox] = usedModels[next(0, usedModels.length - 1)]!;
  const registeredOn = `${next(2017, 2024)}-${String(next(1, 12)).padStart(2, '0')}-${String(next(1, 28)).padStart(2, '0')}`;
  const code = (trim: string) => createHash('sha256').update(`${maker} ${model} ${trim}`).digest('hex').slice(0, 8);
  return ['', ' Plus'].map((more) => {
    const versionName = name + more;
    return { maker, model, versionName, body, fuel, gearbox, code: code(versionName), registeredOn };
  });
}

const listPrices = new Map([
  ...Object.entries(otherListPrices),
  ...usedModels.map(([maker, model, , , , , , , , price]): [string, number] => [
    `${maker} ${model}`.toLowerCase(),
    price,
  ]),
]);

/** What a car cost new, in cents: its model, else the mean of its make, else a price invented from its name. */
function listPriceOf({ maker, model }: QuotationInput, next: ReturnType<typeof numbersOf>): number {
  const begins = (words: string, one: string) => `${words.toLowerCase()} `.startsWith(`${one} `);
  const names = [...listPrices.keys()];
  // The longest name, so that a "Yaris Cross Adventure" is no Yaris.
  const known = names.filter((one) => begins(`${maker} ${model}`, one)).toSorted((a, b) => b.length - a.length);
  const like = known.length > 0 ? known.slice(0, 1) : names.filter((one) => begins(one, maker.toLowerCase()));
  if (like.length === 0) return next(140, 420) * 100_00;
  const mean = like.reduce((sum, one) => sum + listPrices.get(one)!, 0) / like.length;
  // Versions of a model differ.
  return mean * next(96, 104);
}

/** What is left of a list price in the shops of dealers after some years, with the kilometres that a year usually has. */
const LEFT_A_YEAR = 0.92;
const KM_A_YEAR = 15_000;
/** Kilometres beyond the usual ones after which nothing would be left. */
const KM_TO_NOTHING = 900_000;
/** Share of the shop's price that dealers pay for such a car. */
const TRADE_IN_SHARE = 0.85;

/** What the simulator says of a car; amounts in cents. */
export function simulate(input: QuotationInput, today: string): SourceAnswer {
  const { source, question, plate, maker, model, versionName, registeredOn } = input;
  if (question === 'plate') return { ...NOTHING, versions: versionsOf(plate) };
  const name = [maker, model, versionName].join(' ').toLowerCase();
  const years = Math.max(0, monthsBetween(registeredOn!, today)) / 12;
  const own = numbersOf(`${source} ${name} ${registeredOn}`);
  const worth = listPriceOf(input, numbersOf(name)) * LEFT_A_YEAR ** (years + 1) * (own(96, 104) / 100);
  const retail = euros(Math.max(600_00, worth), 10);
  const tradeIn = euros(retail * TRADE_IN_SHARE, 10);
  const value = { ...NOTHING, tradeIn, retail, monthly: euros(tradeIn * 0.0014, 1) };
  if (question === 'simple') return value;
  const listed = own(30, 140);
  const year = Number(registeredOn!.slice(0, 4));
  const adverts = Array.from({ length: 24 }, (): Advert => {
    const km = own(12, 36) * 600 * Math.max(1, Math.round(years)) + own(0, 999);
    const older = own(-1, 1);
    const beyond = km - (years + older) * KM_A_YEAR;
    const wanted = retail * LEFT_A_YEAR ** older * (1 - beyond / KM_TO_NOTHING) * (own(92, 109) / 100);
    return {
      title: `${[model, versionName].filter(Boolean).join(' ')}, annuncio simulato`.slice(0, 120),
      km,
      year: Math.min(Number(today.slice(0, 4)), year - older),
      distance: own(2, 100),
      days: own(1, 110),
      price: euros(Math.max(500_00, wanted), 50),
    };
  });
  return { ...value, adverts, listed, sold: own(8, 60) };
}
