import { customerRights } from '#domain/customers/rights.ts';
import { covers } from '#domain/record/rights.ts';
import { commentVerbs } from '../lib/records/comments.ts';
import { customers, isOwner, readCustomer } from './records.ts';

/** Comments on customers. */
export const customerComments = commentVerbs({
  area: 'customers',
  entity: customers.entity,
  read: async (ctx, id) => {
    const customer = await readCustomer(ctx, id);
    return {
      id,
      name: customer.name,
      href: `/dealer/customers/${id}`,
      sees: (person) => covers(customerRights.see, person.privileges, isOwner(person, customer)),
    };
  },
});
