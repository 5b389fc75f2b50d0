import { atom } from 'nanostores';
import { call } from '../lib/call.ts';
import { read, write, type Stored } from './persisted.ts';

/** The company of who is logged in (specification §3). Filled in the browser only; logout forgets what is kept. */
export const $company = atom<Stored['companyInfo'] | null>(null);

/** Ask for the company unless it is kept from before. Without an answer the store stays as it was. */
export async function loadCompany(id: number): Promise<void> {
  const kept = read('companyInfo');
  if (kept?.id === id) return $company.set(kept);
  const company = await call('GET /companies/:company_id', { params: { company_id: id } }).catch(() => null);
  if (!company) return;
  write('companyInfo', company);
  $company.set(company);
}
