import { addDays } from '#domain/dates.ts';
import type { Operation } from '#domain/agencies/terms.ts';
import { insertRows, type Owner } from './insert.ts';

/** Cents without VAT; an empty province is every one. */
const agencies: readonly { name: string; contact: string; phone: string; fees: [Operation, string, number][] }[] = [
  {
    name: 'Agenzia Porta Ticinese',
    contact: 'Rita Fumagalli',
    phone: '+390289000101',
    fees: [
      ['retail', '', 75_00],
      ['retail', 'MI', 62_00],
      ['registration', '', 88_00],
    ],
  },
  {
    name: 'Pratiche Auto Sempione',
    contact: 'Dario Colombo',
    phone: '+390289000102',
    fees: [
      ['retail', '', 69_00],
      ['registration', 'MI', 79_00],
    ],
  },
];

/** Two registration agencies; their fees were raised in the last year. */
export async function seedAgencies(owner: Owner, companyId: number, today: string): Promise<void> {
  const since = [addDays(today, -365), addDays(today, -90)] as const;
  await insertRows(
    owner,
    'agencies',
    agencies.map(({ fees, name, ...agency }) => ({
      ...agency,
      company_id: companyId,
      created_at: `${today}T08:00:00Z`,
      updated_at: `${today}T08:00:00Z`,
      name,
      email: `pratiche@${name.toLowerCase().replaceAll(' ', '-')}.example.it`,
      fees: fees.flatMap(([operation, province, cost]) =>
        since.map((from, n) => ({ operation, province, from, cost: cost + n * 4_00 })),
      ),
    })),
  );
}
