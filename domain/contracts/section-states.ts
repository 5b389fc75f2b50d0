/** How the sections of a row stand for its next move; lists load it, so that it reads no rules. */
import type { ContractRow } from './schema.ts';
import type { ContractSection } from './terms.ts';

/** The sections in which a move may lack something, in the order of the page. */
const judged = [
  'general',
  'customer',
  'objectives',
  'attachments',
  'used_cars',
  'financial',
  'contability',
  'reserved',
  'calendars',
] as const satisfies readonly ContractSection[];

/** How a section stands for the next move of a row: complete, lacking something, empty and not asked for, or of no concern to this sale. */
export type SectionState = 'done' | 'lacks' | 'empty' | 'none';

/** Each section that may lack something, with how it stands. */
export function sectionStates({
  lacking,
  filled,
  financed,
  insured,
  takenIn,
}: Pick<ContractRow, 'lacking' | 'filled' | 'financed' | 'insured' | 'takenIn'>): {
  section: ContractSection;
  state: SectionState;
}[] {
  const concerns: Partial<Record<ContractSection, boolean>> = {
    used_cars: takenIn > 0,
    financial: financed > 0 || insured,
  };
  return judged.map((section) => ({
    section,
    state: lacking.includes(section)
      ? 'lacks'
      : concerns[section] === false
        ? 'none'
        : filled.includes(section)
          ? 'done'
          : 'empty',
  }));
}
