import { atom } from 'nanostores';
import { DEFAULT_TAX_RATE } from '#domain/money.ts';
import { call } from '../lib/call.ts';
import { read, write, type Stored } from './persisted.ts';

/** The company of the logged-in user (specification §3). Set in the browser only, and cleared at logout. */
export const $company = atom<Stored['companyInfo'] | null>(null);

/** Default VAT in percent (specification §3, §9), used by taxable inputs and new prices. */
export const $taxRate = atom(DEFAULT_TAX_RATE);

const know = (company: Stored['companyInfo']) => {
  $company.set(company);
  $taxRate.set(company.taxRate);
};

/** Loads the company, unless it was loaded on the same `day`. When the call fails, the stores keep their values. */
export async function loadCompany(id: number, day: string): Promise<void> {
  const kept = read('companyInfo');
  if (kept?.id === id && kept.day === day) return know(kept);
  const company = await call('GET /companies/:company_id', { params: { company_id: id } }).catch(() => null);
  if (!company) return;
  write('companyInfo', { ...company, day });
  know({ ...company, day });
}
