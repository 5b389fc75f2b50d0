/** The customers, cars and articles that other systems write into their files, with wrong codes in some rows. */
import { computeTaxCode } from '#domain/customers/rules.ts';

/** Rows of a file; each 50th has a wrong code. */
export const ROWS = 50;
export const isWrong = (n: number) => n % 50 === 20;

export const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!;
export const two = (n: number) => String(n).padStart(2, '0');
export const surnames = [
  'Rossi',
  "D'Angelo",
  'De Luca',
  'Bonfà',
  'Greco',
  'Mancini',
  'Fabbri',
  'Di Maio',
  'Ferrari',
  'Costa',
];
export const names = ['Mario', 'Laura', 'Davide', 'Maria Pia', 'Anna', 'Luca', 'Giulia'];
const towns = [
  ['Milano', 'MI', '20121'],
  ['Forlì', 'FC', '47121'],
  ['Roma', 'RM', '00184'],
  ['Monza', 'MB', '20900'],
  ['Cantù', 'CO', '22063'],
] as const;
const firms = ['Edil Nord', 'Trasporti Verdi', 'Studio Tecnico Alfa', 'Beta Impianti'];
const forms = ['S.r.l.', 'S.p.A.', 'S.n.c.', 'S.a.s.'];

/** A VAT number of Milan with its check digit. */
function vatNumber(n: number): string {
  const body = `${String(1_000_000 + n * 7).slice(0, 7)}015`;
  const sum = [...body].reduce((total, digit, at) => {
    const value = at % 2 === 0 ? Number(digit) : Number(digit) * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}

/** A code with its check letter wrong. */
const broken = (code: string) => code.slice(0, -1) + (code.endsWith('A') ? 'B' : 'A');

/** One customer of every system: a fifth are firms. */
export function customer(n: number, seed: number) {
  const isFirm = n % 5 === 4;
  const [lastName, firstName] = [pick(surnames, n), pick(names, n + seed)];
  const [city, province, cap] = pick(towns, n);
  const sex = ['Laura', 'Maria Pia', 'Anna', 'Giulia'].includes(firstName) ? 'F' : 'M';
  const birthDate = `${1950 + ((n + seed) % 50)}-${two((n % 12) + 1)}-${two((n % 28) + 1)}`;
  const code = computeTaxCode({ firstName, lastName, birthDate, sex }, `F${200 + ((n + seed) % 700)}`);
  const vat = vatNumber(seed * 1000 + n);
  return {
    n,
    isFirm,
    id: String(seed * 1000 + n),
    firstName: isFirm ? '' : firstName,
    lastName: isFirm ? '' : lastName,
    firm: isFirm ? `${pick(firms, n)} ${pick(forms, n)}` : '',
    sex: isFirm ? '' : sex,
    birthDate: isFirm ? '' : birthDate,
    taxCode: isFirm ? vat : isWrong(n) ? broken(code) : code,
    vat: isFirm ? vat : '',
    mobile: `33${n % 10}${1_000_000 + n * 13}`,
    phone: n % 3 === 0 ? `02 ${1_000_000 + n}` : '',
    email: n % 4 === 0 ? '' : `cliente${seed}-${n}@posta.example.it`,
    street: pick(['Via Roma', 'Corso Italia', "Piazza dell'Unità"], n),
    number: String((n % 90) + 1),
    city,
    province,
    cap,
    consent: pick(['S', 'N', ''], n),
  };
}
export type Person = ReturnType<typeof customer>;

const cars = [
  ['Fiat', 'Panda', '1.0 Hybrid City Life', 'ibrida', 51],
  ['Ford', 'Focus', '1.5 EcoBlue SW Titanium', 'diesel', 88],
  ['Volkswagen', 'Golf', '1.5 TSI Life', 'benzina', 96],
  ['Renault', 'Clio', '1.0 TCe GPL Zen', 'gpl', 74],
  ['Toyota', 'Yaris', '1.5 Hybrid Active', 'ibrida', 68],
] as const;
const letters = 'ABCDEFGHJKLMNPRSTVWXYZ';
const letter = (n: number) => letters[n % letters.length]!;

/** One used car of every system. */
export function used(n: number, seed: number) {
  const [maker, model, version, fuel, kw] = pick(cars, n);
  const vin = `ZFA${letter(seed)}${letter(n)}${String(1_000_000_000_00 + seed * 10_000 + n).slice(0, 12)}`;
  const year = 2016 + (n % 8);
  const price = 8900 + n * 150;
  return {
    n,
    id: `${seed}${two(n)}`,
    maker,
    model,
    version,
    fuel,
    kw,
    plate: `F${letter(seed)}${String(100 + n)}${letter(n)}${letter(n + seed)}`,
    vin: isWrong(n) ? vin.replace(/.$/, 'O') : vin,
    registered: `${year}-${two((n % 12) + 1)}-15`,
    km: 12_000 + n * 1711,
    price,
    cost: price - 1800,
    stocked: `2026-${two((n % 9) + 1)}-10`,
    margin: n % 3 !== 0,
    colour: pick(['Bianco', 'Nero', 'Grigio', 'Rosso'], n),
    gearbox: n % 4 === 0 ? 'A' : 'M',
  };
}
export type Used = ReturnType<typeof used>;

/** An article of a priced list. */
export const article = (n: number, seed: number) => ({
  n,
  code: `${letter(seed)}${letter(seed + 3)}${String(10_000 + n)}`,
  description:
    pick(['Tappeti in gomma', 'Barre portatutto', 'Telo copriauto', 'Gancio di traino', 'Sensori'], n) + ` ${n}`,
  price: 19.9 + n * 37.5,
  cost: 11.5 + n * 20,
  stock: n % 4,
  wrong: isWrong(n),
});
export type Article = ReturnType<typeof article>;
