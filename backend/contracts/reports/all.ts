/** The reports of contracts alone, by their names. */
import { incentives } from './incentives.ts';
import { contractsPaymentFlow, paymentFlowReport } from './payment-flow.ts';
import { payments } from './payments.ts';
import { performance } from './sales.ts';
import { usedWarranty } from './used-warranty.ts';
import { vatRegister } from './vat-register.ts';

export const contractReports = {
  contractsPaymentFlow,
  paymentFlowReport,
  payments,
  incentives,
  performance,
  usedWarranty,
  vatRegister,
};
