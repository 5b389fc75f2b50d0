import { typed, type Values } from '#domain/fields.ts';
import { customerFields as fields } from '#domain/customers/fields.ts';

export type Person = Values<typeof fields>;

/** The sections of a customer's page, and the fields in each; relations are saved one by one. */
export const sections = {
  person: [
    ...(['type', 'firstName', 'lastName', 'companyName', 'legalForm', 'vatNumber', 'taxCode'] as const),
    ...(['birthDate', 'birthPlace', 'sex', 'rea'] as const),
  ],
  contacts: ['phone', 'phone2', 'email', 'address', 'cap', 'city', 'province'],
  invoice: ['sdi', 'pec', 'iban'],
  documents: ['documents'],
  cars: ['cars'],
  relations: [],
  notes: ['sellerId', 'notes'],
} as const satisfies Record<string, readonly (keyof Person)[]>;
export type CustomerSection = keyof typeof sections;

/** The typed part of a customer. */
export const valuesOf = (customer: object): Person =>
  Object.fromEntries(typed(fields).map(([key]) => [key, (customer as Record<string, unknown>)[key]])) as Person;

const says = (value: unknown) => value !== null && value !== '';

/** What is sent: a row in which nothing is written yet waits for its first word. */
export const sentOf = (person: Person): Person => ({
  ...person,
  documents: person.documents.filter(({ kind: _kind, ...row }) => Object.values(row).some(says)),
  cars: person.cars.filter((row) => Object.values(row).some(says)),
});
