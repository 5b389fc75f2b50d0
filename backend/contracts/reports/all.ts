/** The reports of contracts, by their names. */
import { campaignsResume, incentives } from './incentives.ts';
import { contractsPaymentFlow, paymentFlowReport } from './payment-flow.ts';
import { payments } from './payments.ts';
import { businessCenters, performance } from './sales.ts';
import { usedWarranty } from './used-warranty.ts';

export const contractReports = {
  contractsPaymentFlow,
  paymentFlowReport,
  payments,
  incentives,
  campaignsResume,
  businessCenters,
  performance,
  usedWarranty,
};
