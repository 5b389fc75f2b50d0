import { privileges as p } from '../privileges.ts';
import { goesOn } from './facts.ts';
import type { Contract } from './schema.ts';
import type { ContractSection, ContractState } from './terms.ts';

/** Parts of a contract's page that open and fold. */
export type ContractPart = ContractSection | 'review' | 'signatures' | 'addendum';

/** Where a missing thing is put in: signatures stand in parts of their own. */
export const partOfLack = ({ section, field }: Contract['lacks'][number]): ContractPart | null => {
  if (field === 'signedOn') return 'signatures';
  return field === 'addendumDue' ? 'addendum' : ((section as ContractSection | undefined) ?? null);
};

/** What the back office works on in each state: its checks, then the money, then the delivery. */
const office: Readonly<Record<ContractState, readonly ContractPart[]>> = {
  incomplete: [],
  waiting_commercial_approvation: [],
  waiting_approvation: ['review', 'reserved'],
  approved: ['contability'],
  billed: ['contability', 'calendars', 'attachments'],
  completed: ['contability'],
};

function ownWork(state: ContractState, holds: (privilege: number) => boolean): readonly ContractPart[] {
  // Who keeps the accounts and manages no contracts looks at the money.
  if (holds(p.validateContracts) && !holds(p.manageAllContracts)) return ['contability'];
  if (state === 'waiting_commercial_approvation' && holds(p.approveContracts)) return ['review', 'used_cars'];
  return holds(p.validateContracts) ? office[state] : [];
}

type Opened = Pick<
  Contract,
  'state' | 'lacks' | 'signedOn' | 'canceledAt' | 'withdrawnAt' | 'decidesValue' | 'locks'
> & {
  enclosures: readonly Pick<Contract['enclosures'][number], 'state'>[];
};

/**
 * The parts of a contract's page that stand first and open for somebody with these privileges, in their order: the
 * value that waits for their yes, what the customer has sent and they may accept, the own work in this state, then whatever the next step lacks, the signature while
 * there is none; of a contract that lacks nothing, and of a sale that ended, the money.
 */
export function openedParts(contract: Opened, privileges: readonly number[]): ContractPart[] {
  const { state, lacks, signedOn, decidesValue, enclosures, locks } = contract;
  const isGoing = goesOn(contract);
  const lacking = isGoing ? lacks.flatMap((lack) => partOfLack(lack) ?? []) : [];
  const unsigned: ContractPart[] = isGoing && signedOn === null ? ['signatures'] : [];
  const asked: ContractPart[] = decidesValue ? ['used_cars'] : [];
  const own = isGoing ? ownWork(state, (one) => privileges.includes(one)) : [];
  const hasCome = locks.attachments === undefined && enclosures.some((one) => one.state === 'proposed');
  const came: ContractPart[] = hasCome ? ['attachments'] : [];
  const first = [...asked, ...came, ...own, ...lacking];
  return [...new Set<ContractPart>([...(first.length > 0 ? first : ['contability' as const]), ...unsigned])];
}
