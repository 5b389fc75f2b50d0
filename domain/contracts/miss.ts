/** What a contract lacks, said once and where it is mended. */
import type { Missing } from '../errors.ts';
import type { contractFields } from './fields.ts';
import type { ContractSection } from './terms.ts';

type Field = keyof typeof contractFields;
/** What is mended elsewhere than in a field: in the stock, by a signature or a second look, by money and invoices. */
export const contractPlaces = [
  ...(['cars', 'signedOn', 'addendumDue', 'tradeInChecked', 'received', 'owedOnCars', 'invoiced'] as const),
] as const;
type Place = Field | (typeof contractPlaces)[number] | `${Field}.${number}.${string}`;
export const miss = (sentence: string, section: ContractSection, field?: Place): Missing => ({
  sentence,
  section,
  ...(field && { field }),
});
export const when = (isMissing: boolean, ...[sentence, section, field]: Parameters<typeof miss>): Missing[] =>
  isMissing ? [miss(sentence, section, field)] : [];
