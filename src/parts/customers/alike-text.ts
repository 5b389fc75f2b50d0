import type { LikeCustomer } from '#domain/customers/schema.ts';
import { customers as words } from '#site/messages/it/customers.ts';

/** What tells a customer from others of its name, and in what it is like the one who is shown. */
export const alikeText = ({ taxCode, vatNumber, city, by }: LikeCustomer): string =>
  [taxCode ?? vatNumber, city, by.map((way) => words.by[way]).join(', ')].filter(Boolean).join(' · ');
