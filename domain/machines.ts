import { accessMachine } from './accesses/rules.ts';
import { eventMachine } from './calendars/rules.ts';
import { statementMachine } from './commissions/statement.ts';
import { editionMachine } from './catalog/editions/machine.ts';
import { claimMachine } from './contracts/claims/rules.ts';
import { contractMachine } from './contracts/rules.ts';
import { leadMachine } from './leads/rules.ts';
import { approvalMachine } from './quotes/approvals/terms.ts';
import { b2bMachine } from './quotes/b2b/rules.ts';
import { campaignMachine } from './quotes/campaigns/machine.ts';
import { quoteMachine } from './quotes/rules.ts';
import { newCarMachine } from './stock/new/rules.ts';
import { usedCarMachine } from './stock/rules.ts';
import { valuationMachine } from './valuations/rules.ts';

/** Every machine, by area; the tests check each of them. */
export const machines = {
  quotes: quoteMachine,
  b2bQuotes: b2bMachine,
  approvals: approvalMachine,
  campaigns: campaignMachine,
  commissions: statementMachine,
  contracts: contractMachine,
  claims: claimMachine,
  stock: usedCarMachine,
  newStock: newCarMachine,
  leads: leadMachine,
  accesses: accessMachine,
  events: eventMachine,
  valuations: valuationMachine,
  editions: editionMachine,
};
