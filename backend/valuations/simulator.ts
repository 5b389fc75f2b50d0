/** Answers like a source's, invented from the car itself: the same question always has the same answer. */
import { createHash } from 'node:crypto';
import { monthsBetween } from '#domain/dates.ts';
import type { Advert, FoundVersion, QuotationInput, SourceAnswer } from '#domain/valuations/schema.ts';

const NOTHING: SourceAnswer = {
  versions: [],
  tradeIn: null,
  retail: null,
  monthly: 0,
  adverts: [],
  listed: 0,
  sold: 0,
};

type Known = Omit<FoundVersion, 'code' | 'registeredOn'>;
const known: readonly Known[] = [
  car('Toyota', 'Yaris Cross', '1.5 Hybrid Trend', 'suv', 'hev', 'automatic'),
  car('Fiat', 'Panda', '1.0 Hybrid City Life', 'hatchback', 'mhev', 'manual'),
  car('Volkswagen', 'Golf', '2.0 TDI Life', 'hatchback', 'diesel', 'manual'),
  car('Peugeot', '208', '1.2 PureTech Active', 'hatchback', 'petrol', 'manual'),
  car('Dacia', 'Sandero', '1.0 ECO-G Comfort', 'hatchback', 'lpg', 'manual'),
  car('Ford', 'Puma', '1.0 EcoBoost Hybrid Titanium', 'suv', 'mhev', 'manual'),
];

function car(
  maker: string,
  model: string,
  versionName: string,
  body: Known['body'],
  fuel: Known['fuel'],
  gearbox: Known['gearbox'],
): Known {
  return { maker, model, versionName, body, fuel, gearbox };
}

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
  const one = known[next(0, known.length - 1)]!;
  const registeredOn = `${next(2017, 2024)}-${String(next(1, 12)).padStart(2, '0')}-${String(next(1, 28)).padStart(2, '0')}`;
  const code = (trim: string) =>
    createHash('sha256').update(`${one.maker} ${one.model} ${trim}`).digest('hex').slice(0, 8);
  return ['', ' Plus'].map((more) => {
    const versionName = one.versionName + more;
    return { ...one, versionName, code: code(versionName), registeredOn };
  });
}

/** What the simulator says of a car; amounts in cents. */
export function simulate(input: QuotationInput, today: string): SourceAnswer {
  const { source, question, plate, maker, model, versionName, registeredOn } = input;
  if (question === 'plate') return { ...NOTHING, versions: versionsOf(plate) };
  const name = [maker, model, versionName].join(' ').toLowerCase();
  const next = numbersOf(name);
  const fresh = next(140, 420) * 100_00;
  const years = Math.max(0, monthsBetween(registeredOn!, today)) / 12;
  const worth = Math.max(500_00, fresh * 0.84 ** (years + 0.6));
  const own = numbersOf(`${source} ${name} ${registeredOn}`);
  const tradeIn = euros((worth * own(96, 104)) / 100, 10);
  const retail = euros(tradeIn * 1.18, 10);
  const value = { ...NOTHING, tradeIn, retail, monthly: euros(tradeIn * 0.0014, 1) };
  if (question === 'simple') return value;
  const listed = own(30, 140);
  const adverts = Array.from({ length: 24 }, (): Advert => {
    const km = own(8, 26) * 600 * Math.max(1, Math.round(years)) + own(0, 999);
    const wanted = Math.max(1000_00, retail * (own(92, 109) / 100) - (km - years * 15_000) * 2);
    return {
      title: `${model} ${versionName}, annuncio simulato`.slice(0, 120),
      km,
      year: Math.min(Number(today.slice(0, 4)), Number(registeredOn!.slice(0, 4)) + own(-1, 1)),
      distance: own(2, 100),
      days: own(1, 110),
      price: euros(wanted, 50),
    };
  });
  return { ...value, adverts, listed, sold: own(8, 60) };
}
