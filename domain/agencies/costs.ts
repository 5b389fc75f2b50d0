/** What the operations of a sale cost at the agency; net cents. */
import type { AgencyInput } from './fields.ts';
import type { Operation } from './terms.ts';

type Fee = AgencyInput['fees'][number];
export type AgencyCost = Omit<Fee, 'from'>;

const isSame = (one: AgencyCost, other: AgencyCost) =>
  one.operation === other.operation && one.province === other.province;

/** The fees of one agency in force on a day: for each operation and province the one that began last. */
export const feesOn = (fees: readonly Fee[], day: string): AgencyCost[] =>
  fees
    .filter(({ from }) => from <= day)
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .reduce<AgencyCost[]>(
      (kept, { operation, province, cost }) => [
        ...kept.filter((one) => !isSame(one, { operation, province, cost })),
        { operation, province, cost },
      ],
      [],
    );

/** What several agencies ask on a day: of the same operation and province the least. */
export const costsOn = (agencies: readonly (readonly Fee[])[], day: string): AgencyCost[] =>
  agencies
    .flatMap((fees) => feesOn(fees, day))
    .toSorted(
      (a, b) => a.operation.localeCompare(b.operation) || a.province.localeCompare(b.province) || a.cost - b.cost,
    )
    .filter((one, at, all) => at === 0 || !isSame(one, all[at - 1]!));

/** What an operation costs for a province: its own fee, else the one for all; 0 when no agency is told. */
export const costOf = (costs: readonly AgencyCost[], operation: Operation, province: string): number =>
  (
    costs.find((one) => one.operation === operation && one.province === province) ??
    costs.find((one) => one.operation === operation && one.province === '')
  )?.cost ?? 0;
