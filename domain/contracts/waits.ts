/** What of contracts waits for a person: a number each, and the list of exactly those. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { keysOf } from '../record/machine.ts';
import { privileges as p } from '../privileges.ts';
import { seers } from '../record/rights.ts';
import { contractRights } from './rights.ts';

interface Wait {
  label: string;
  /** Filters of the list, in which the caller's own contracts are added where `own`. */
  filters: Readonly<Record<string, string>>;
  own?: true;
  /** Who has it on the desk. */
  privilege: number;
}

export const contractWaits = {
  withdrawn: { label: 'Recessi da chiudere', filters: { withdrawn: 'true' }, privilege: p.validateContracts },
  withdrawnOwn: { label: 'Miei recessi', filters: { withdrawn: 'true' }, own: true, privilege: p.makeContracts },
  commercial: {
    label: 'Da validare (commerciale)',
    filters: { state: 'waiting_commercial_approvation' },
    privilege: p.approveContracts,
  },
  raised: {
    label: 'Rivalutazioni da autorizzare',
    filters: { raised: 'true' },
    privilege: p.approveContracts,
  },
  backOffice: {
    label: 'Da validare (back office)',
    filters: { state: 'waiting_approvation' },
    privilege: p.validateContracts,
  },
  scans: {
    label: 'Firme su carta da controllare',
    filters: { signature: 'checking' },
    privilege: p.validateContracts,
  },
  refused: { label: 'Firma rifiutata', filters: { signature: 'refused' }, own: true, privilege: p.makeContracts },
  signed: {
    label: 'Firmati, da inviare',
    filters: { signature: 'signed', state: 'incomplete' },
    own: true,
    privilege: p.makeContracts,
  },
  sentBack: { label: 'Respinti, da correggere', filters: { sentBack: 'true' }, own: true, privilege: p.makeContracts },
  incomplete: { label: 'Miei incompleti', filters: { state: 'incomplete' }, own: true, privilege: p.makeContracts },
} as const satisfies Record<string, Wait>;

/** The filters of what waits for a user, as the list takes them. */
export function filtersOf(what: keyof typeof contractWaits, userId: number): Record<string, string> {
  const { filters, own }: Wait = contractWaits[what];
  return { ...filters, ...(own && { sellerId: String(userId) }) };
}

/** What a person with these privileges is told of; who closes all withdrawals does not read the own ones twice. */
export const waitsFor = (privileges: readonly number[]) =>
  keysOf(contractWaits).filter(
    (what) =>
      privileges.includes(contractWaits[what].privilege) &&
      !(what === 'withdrawnOwn' && privileges.includes(contractWaits.withdrawn.privilege)),
  );

export const contractWaitCalls = {
  'GET /contracts/waiting': endpoint({
    summary: 'What of contracts waits for the caller, each with its number and the list of those; none is left out',
    privileges: seers(contractRights),
    answer: z.array(
      z.object({ what: z.enum(keysOf(contractWaits)), label: z.string(), count: z.int(), href: z.string() }),
    ),
  }),
};
