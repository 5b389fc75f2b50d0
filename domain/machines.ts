import { approvalMachine } from './quotes/approval-terms.ts';
import { quoteMachine } from './quotes/rules.ts';
import { usedCarMachine } from './stock/rules.ts';

/** Every machine, by area: the tests walk this list. */
export const machines = { quotes: quoteMachine, approvals: approvalMachine, stock: usedCarMachine };
