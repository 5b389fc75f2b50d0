/** Enclosures that the customer of a contract is asked for by a private link. */
import { isOpen, type ContractFacts } from './facts.ts';
import { isOver, replacedAt } from './replaced.ts';
import type { Contract } from './schema.ts';
import { documentsFor } from './schema-lacks.ts';
import type { DocumentType } from './terms.ts';

/** Enclosures that a customer has; the others are made or got by the dealer. */
const OF_CUSTOMERS: readonly DocumentType[] = [
  ...(['identity_card', 'driving_licence', 'passport', 'health_card', 'residence_permit', 'company_record'] as const),
  ...(['registration', 'ownership', 'power_of_attorney', 'sepa', 'income', 'policy', 'risk_record', 'photos'] as const),
  ...(['self_declaration', 'km_declaration', 'transfer', 'debt_statement'] as const),
];

type Enclosed = ContractFacts & Pick<Contract, 'enclosures'>;

/**
 * The enclosures that the customer of this contract may be asked for on a day (Rome): what such customers have and is neither
 * attached nor proposed, or whose day is over and that none replaces. A private person is in no register of companies. None once the sale does not go on, or while it has no customer.
 */
export function askable(facts: Enclosed, today: string): DocumentType[] {
  const { attachments, enclosures } = facts;
  if (facts.customerId === null || !isOpen(facts)) return [];
  const replaced = replacedAt(facts, today);
  const lacks = (type: DocumentType) => {
    const places = attachments.flatMap((one, at) => (one.type === type ? [at] : []));
    return places.length === 0 || places.some((at) => isOver(attachments[at]!, today) && !replaced.has(at));
  };
  const comes = (type: DocumentType) => enclosures.some((one) => one.type === type && one.state === 'proposed');
  const has = (type: DocumentType) => type !== 'company_record' || facts.customerType !== 'private';
  return OF_CUSTOMERS.filter((type) => has(type) && lacks(type) && !comes(type));
}

/** Those of them that this contract wants: asked for by the company's schema, or attached and over. */
export function wanted(facts: Enclosed, today: string): DocumentType[] {
  const types = [...documentsFor(facts), ...facts.attachments].map(({ type }) => type);
  return askable(facts, today).filter((type) => types.includes(type));
}
