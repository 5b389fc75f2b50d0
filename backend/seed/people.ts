import { computeTaxCode } from '#domain/customers/rules.ts';
import type { CustomerType } from '#domain/customers/terms.ts';
import { addDays } from '#domain/dates.ts';
import { usedModels } from '#backend/valuations/used-models.ts';
import { demoPlate, demoVatNumber } from './identifiers.ts';
import { enter, insertRows, type Owner } from './insert.ts';
import {
  cities,
  forms,
  longNames,
  men,
  notable,
  streets,
  surnames,
  trades,
  women,
  type Person,
} from './people-data.ts';
import { Random } from './random.ts';

/** The data of a customer that the seed's quotes need. */
export interface SeededCustomer {
  id: number;
  name: string;
  type: CustomerType;
  province: string;
  address: string;
  cap: string;
  city: string;
  taxCode: string | null;
  vatNumber: string | null;
  email: string | null;
  phone: string | null;
}

function aPerson(random: Random, today: string): Person {
  const sex = random.chance(0.45) ? 'F' : 'M';
  const [birthPlace, , , cadastral] = random.pick(cities);
  return {
    lastName: random.pick(surnames),
    firstName: random.pick(sex === 'F' ? women : men),
    sex,
    birthPlace,
    cadastral,
    birthDate: addDays(today, -random.int(19 * 366, 78 * 365)),
  };
}

const slug = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')
    .replace(/^\.|\.$/g, '')
    .slice(0, 40);

/** Names and codes of a person, sole proprietor or company; every column is always set. */
function identity(random: Random, place: number, type: CustomerType, today: string) {
  const vat = type === 'private' ? null : demoVatNumber(place);
  const none = {
    first_name: null,
    last_name: null,
    company_name: null,
    legal_form: null,
    birth_date: null,
    birth_place: null,
    sex: null,
  };
  if (type === 'fleet') {
    const legal_form = Object.keys(forms)[place % 8] as keyof typeof forms;
    const base = longNames[Math.floor(place / 40)] ?? `${random.pick(trades)} ${random.pick(surnames)}`;
    const company_name = `${base} ${forms[legal_form]}`;
    return { ...none, name: company_name, company_name, legal_form, tax_code: vat, vat_number: vat };
  }
  const person = (type === 'private' && notable[place]) || aPerson(random, today);
  const name = `${person.firstName} ${person.lastName}`;
  return {
    ...none,
    name,
    first_name: person.firstName,
    last_name: person.lastName,
    sex: person.sex,
    birth_date: person.birthDate,
    birth_place: person.birthPlace,
    tax_code: computeTaxCode(person, person.cadastral),
    vat_number: vat,
  };
}

const identityKinds = ['identity_card', 'driving_licence', 'passport'];

/** The seller who follows the customer, a document of most persons and a car of some. */
function besideOf(place: number, type: CustomerType, today: string, sellers: readonly number[], random: Random) {
  const seller_id = sellers.length > 0 && random.chance(0.85) ? random.pick(sellers) : null;
  const issued = addDays(today, -random.int(100, 3600));
  const document = {
    kind: random.pick(identityKinds),
    number: `C${String(10_000 + place).padStart(7, '0')}A`,
    issuer: 'Comune',
    issuedOn: issued,
    expiresOn: addDays(issued, 3652),
  };
  const [maker, model] = random.pick(usedModels);
  const registeredOn = addDays(today, -random.int(300, 4000));
  const car = {
    plate: demoPlate(100_000 + place),
    maker,
    model,
    registeredOn,
    km: random.int(4, 160) * 1000,
    inspectionUntil: addDays(today, random.int(-20, 700)),
    vin: '',
    notes: '',
  };
  return {
    seller_id,
    created_by: seller_id,
    documents: type !== 'fleet' && random.chance(0.6) ? [document] : [],
    cars: random.chance(0.35) ? [car] : [],
  };
}

/** The type of the nth customer, the same at every scale: first private persons (the notable ones), then a mix. */
function typeOf(place: number, random: Random): CustomerType {
  if (place < notable.length) return 'private';
  return random.weighted({ private: 76, vat: 11, fleet: 13 });
}

/** Makes customers `from` … `to` of a dealer with ids after `firstId`. The dealer's own city is the most frequent. */
export async function seedCustomers(
  owner: Owner,
  {
    companyId,
    firstId,
    from,
    to,
    today,
    sellers,
  }: { companyId: number; firstId: number; from: number; to: number; today: string; sellers: readonly number[] },
): Promise<SeededCustomer[]> {
  await enter(owner, companyId);
  const home = companyId === 22 ? cities[2]! : cities[0]!;
  const made: SeededCustomer[] = [];
  for (let start = from; start < to; start += 2000) {
    const rows = Array.from({ length: Math.min(2000, to - start) }, (_, i) => {
      const place = start + i;
      const random = new Random(companyId * 7_919 + place);
      const type = typeOf(place, random);
      const own = identity(random, place, type, today);
      const [city, cap, province] = random.chance(0.55) ? home : random.pick(cities);
      const email = random.chance(0.12) ? null : `${slug(own.name)}${place}@example.it`;
      const at = `${addDays(today, -random.int(1, 365))}T09:${String(place % 60).padStart(2, '0')}:00Z`;
      return {
        company_id: companyId,
        id: firstId + place - from,
        type,
        ...own,
        email,
        phone: random.chance(0.06) ? null : `+39333000${String(place % 10_000).padStart(4, '0')}`,
        sdi: type === 'private' ? null : '0000000',
        pec: type === 'fleet' ? `${slug(own.name)}${place}@pec.example.it` : null,
        ...besideOf(place, type, today, sellers, new Random(companyId * 104_729 + place)),
        address: `${random.pick(streets)} ${random.int(1, 180)}`,
        cap,
        city,
        province,
        version: 1,
        created_at: at,
        updated_at: at,
      };
    });
    await insertRows(owner, 'customers', rows);
    for (const { id, name, type, province, address, cap, city, tax_code, vat_number, email, phone } of rows)
      made.push({
        id,
        name,
        type,
        province,
        address,
        cap,
        city,
        taxCode: tax_code,
        vatNumber: vat_number,
        email,
        phone,
      });
  }
  return made;
}
