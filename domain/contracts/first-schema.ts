/** What a new company asks of its contracts until it says otherwise, beside what the law asks of everybody. */
import { shownSettingFields, type ContractSettings } from './setting-fields.ts';

/** Where the customer lives, until when the car is delivered, which car is taken in, and when the lender decided. */
export const firstRequired: ContractSettings['required'] = [
  { field: 'address', channel: null, stage: 'submit' },
  { field: 'promisedOn', channel: null, stage: 'submit' },
  { field: 'tradeIns', channel: null, stage: 'submit' },
  { field: 'resolvedOn', channel: null, stage: 'approve' },
];

/** The registration of a car that is taken in, and what every company asks. */
export const firstDocuments: ContractSettings['documents'] = [
  { type: 'registration', customerType: null, channel: null, financed: false, tradeIn: true, stage: 'approve' },
  ...shownSettingFields.documents.default,
];
