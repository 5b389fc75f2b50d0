import { atom } from 'nanostores';
import { DEFAULT_TAX_RATE } from '#domain/money.ts';
import { call } from '../lib/call.ts';
import { read, write, type Stored } from './persisted.ts';

/** The company of who is logged in (specification §3). Filled in the browser only; logout forgets what is kept. */
export const $company = atom<Stored['companyInfo'] | null>(null);

/** VAT in percent where nothing else is said (specification §3, §9): what taxable inputs and new prices start from. */
export const $taxRate = atom(DEFAULT_TAX_RATE);

const know = (company: Stored['companyInfo']) => {
  $company.set(company);
  $taxRate.set(company.taxRate);
};

/** Ask for the company unless it is kept from earlier on `day`, today's. Without an answer the stores stay as they were. */
export async function loadCompany(id: number, day: string): Promise<void> {
  const kept = read('companyInfo');
  if (kept?.id === id && kept.day === day) return know(kept);
  const company = await call('GET /companies/:company_id', { params: { company_id: id } }).catch(() => null);
  if (!company) return;
  write('companyInfo', { ...company, day });
  know({ ...company, day });
}
