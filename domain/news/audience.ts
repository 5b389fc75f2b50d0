/** For whom the manufacturer writes: companies, brands, roles, each all of them or those that are named. */
import { roleNames } from '../role-names.ts';
import type { Fields, Values } from '../record/fields.ts';

type Role = (typeof roleNames)[number];

export const audienceFields = {
  forCompanies: { label: 'Concessionarie', kind: 'lookups', most: 2000, help: 'Nessuna scelta: tutta la rete' },
  forBrands: { label: 'Marchi', kind: 'lookups', most: 500, help: 'Nessuno scelto: tutti' },
  forRoles: {
    label: 'Ruoli',
    kind: 'many',
    words: Object.fromEntries(roleNames.map((name) => [name, name])) as Record<Role, string>,
    help: 'Nessuno scelto: tutti',
  },
} as const satisfies Fields;
export type Audience = Values<typeof audienceFields>;

/** A company of the network, as far as it says whether something is for it. */
export interface Addressee {
  id: number;
  /** The makers whose cars it sells; null: all. */
  brands: readonly number[] | null;
  /** How many people it has in each role, as it told last. */
  people: Readonly<Record<string, number>>;
}

/** Whether something is for people of the company; the same condition as the policy of the database. */
const isFor = ({ forCompanies, forBrands }: Audience, { id, brands }: Addressee): boolean =>
  (forCompanies.length === 0 || forCompanies.includes(id)) &&
  (forBrands.length === 0 || brands === null || brands.some((brand) => forBrands.includes(brand)));

/** The companies for whose people it is, each with how many they are. */
export const reached = <A extends Addressee>(audience: Audience, network: readonly A[]): { one: A; people: number }[] =>
  network
    .filter((one) => isFor(audience, one))
    .map((one) => ({
      one,
      people: Object.entries(one.people)
        .filter(([role]) => audience.forRoles.length === 0 || (audience.forRoles as readonly string[]).includes(role))
        .reduce((sum, [, people]) => sum + people, 0),
    }));
