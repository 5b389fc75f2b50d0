import { privileges as p } from '#domain/privileges.ts';

/** Whose privileges record what the customer says and signs. */
export const staff: readonly number[] = [p.makeContracts, p.validateContracts, p.manageAllContracts];
