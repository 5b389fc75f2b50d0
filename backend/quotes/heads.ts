/** What quotes and wholesale offers share: who they are for, and what every answer says of them. */
import { sql, type RawBuilder } from 'kysely';
import { addressLine } from '#domain/address.ts';
import type { QuoteHead } from '#domain/quotes/schema.ts';
import { isQuietPerson } from '../lib/people/quiet.ts';

/** The customer's contact data, as the select reads them. */
export interface Contact extends Pick<
  Parameters<typeof addressLine>[0],
  'address' | 'cap' | 'city' | 'province' | 'country'
> {
  customerId: number | null;
  phone: string | null;
  email: string | null;
  silent: boolean;
}

/** The stored rows of a table with the seller's name and the customer's current contact data. */
export const selectFrom = (table: string): RawBuilder<unknown> =>
  sql`select q.*, u.name as seller, c.phone, c.email, c.address, c.cap, c.city, c.province, c.country,
      ${isQuietPerson({ customerId: sql`c.id`, phones: [sql`c.phone`, sql`c.phone2`], emails: [sql`c.email_key`] })} as silent from ${sql.table(table)} q
    join users u on u.company_id = q.company_id and u.id = q.seller_id
    left join customers c on c.company_id = q.company_id and c.id = q.customer_id`;

/** The row with the customer's contact data as one value; null without a customer. */
export function withContact<Row extends Contact>(row: Row) {
  const { phone, email, silent, address, cap, city, province, country, ...quote } = row;
  const contact = { phone, email, silent, address: addressLine({ address, cap, city, province, country }) };
  return { ...quote, contact: row.customerId === null ? null : contact };
}

type StoredHead = Omit<QuoteHead, 'seller' | 'newest' | 'editable' | 'href'> & { sellerId: number; seller: string };

/** What is answered of the row as it is stored. */
export const headOf = (quote: StoredHead): Omit<QuoteHead, 'newest' | 'editable' | 'href'> => ({
  id: quote.id,
  version: quote.version,
  number: quote.number,
  revision: quote.revision,
  superseded: quote.superseded,
  issuedAt: quote.issuedAt,
  expiresOn: quote.expiresOn,
  seller: { id: quote.sellerId, name: quote.seller },
  closeReason: quote.closeReason,
  contact: quote.contact,
  createdAt: quote.createdAt,
  updatedAt: quote.updatedAt,
});
