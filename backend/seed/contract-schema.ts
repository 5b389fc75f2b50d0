/** What the demo's companies ask of their contracts. */
import { firstDocuments, firstRequired } from '#domain/contracts/first-schema.ts';
import type { ContractSettings } from '#domain/contracts/setting-fields.ts';

type Schema = Pick<ContractSettings, 'required' | 'documents'>;

const always = { customerType: null, channel: null, financed: false, tradeIn: false } as const;

/** A strict one asks what a careful dealer does, another one where the customer lives and how they are reached. */
export const demoSchema = ({ isStrict }: { isStrict: boolean }): Schema =>
  isStrict
    ? {
        required: [
          ...firstRequired,
          { field: 'phone', channel: null, stage: 'submit' },
          { field: 'practiceNumber', channel: null, stage: 'approve' },
          { field: 'wholeCalendars', channel: null, stage: 'complete' },
        ],
        documents: [
          ...firstDocuments,
          { ...always, type: 'company_record', customerType: 'fleet', stage: 'approve' },
          { ...always, type: 'finance_approval', financed: true, stage: 'approve' },
          { ...always, type: 'condition', channel: 'retail', tradeIn: true, stage: 'approve' },
        ],
      }
    : {
        required: [
          { field: 'address', channel: null, stage: 'submit' },
          { field: 'phone', channel: null, stage: 'submit' },
        ],
        documents: [...firstDocuments.filter(({ tradeIn }) => !tradeIn)],
      };
