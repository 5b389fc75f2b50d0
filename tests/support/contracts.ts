/** Contracts with their people, for tests of sales: who sells, validates and keeps the accounts. */
import type { CallName } from '#domain/endpoints.ts';
import type { TestUser } from './area.ts';
import { issuedQuote, prepareContract } from './areas/contracts.ts';
import type { World } from './world.ts';

type Made = { id: number; version: number };
type Move =
  | 'submit'
  | 'validate'
  | 'approve'
  | 'bill'
  | 'complete'
  | 'cancel'
  | 'resume'
  | 'unbill'
  | 'reopen'
  | 'cancelApproved';

/** The people and the steps of a sale in company 901. */
export async function saleIn(world: Omit<World, 'close'>) {
  const { call, query, userWith, alfa } = world;
  const side = await world.sideOf(alfa);
  const seller = await userWith('createQuotes', 'manageOwnQuotes', 'seeCustomers', 'makeContracts');
  const director = await userWith(
    'seeAllQuotes',
    'manageAllQuotes',
    'seeCustomers',
    'manageAllContracts',
    'seeMargin',
    'seeAllContracts',
    'approveContracts',
  );
  const office = await userWith(
    'manageStock',
    'seeAllQuotes',
    'seeCustomers',
    'validateContracts',
    'manageAllContracts',
    'seeMargin',
    'seeAllContracts',
  );
  const read = async (id: number, as = office) => (await call(as, 'GET /contracts/:id', { params: { id } })).body;
  const step = async (as: TestUser, name: Move, { id }: { id: number }, body?: object) => {
    const { version } = await read(id);
    return call(as, `POST /contracts/:id/${name}` as 'POST /contracts/:id/submit', { params: { id }, version, body });
  };
  const done = async (...args: Parameters<typeof step>) => {
    const answer = await step(...args);
    if (answer.status !== 200) throw new Error(`${args[1]}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  /** A company's reason for a move, and whatever the move takes beside it. */
  const because = async (move: string, more: object = {}) => ({
    reason: (
      await query(
        "select id::text from move_reasons where company_id = 901 and entity = 'contract' and move = $1 and not needs_note limit 1",
        [move],
      )
    )[0].id,
    ...more,
  });
  /** A contract of a used car of the stock, at 10.900 € and more. */
  const make = async (changes = {}) => {
    const quote = await issuedQuote(side, seller, changes);
    const { status, body } = await call(seller, 'POST /contracts', { body: { quoteId: quote.id } });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return { ...body, quoteId: quote.id, carId: quote.carId } as Made & {
      quoteId: number;
      carId: number;
      total: number;
    };
  };
  /** The same, sent and validated; `until` goes on to approval or further. */
  const walked = async (until: 'validate' | 'approve' | 'bill' | 'complete', changes = {}) => {
    const contract = await make(changes);
    await prepareContract(side, contract.id);
    const way = [
      [seller, 'submit'],
      [director, 'validate'],
      [office, 'approve'],
      [office, 'bill'],
      [office, 'complete'],
    ] as const;
    for (const [as, name] of way.slice(0, way.findIndex(([, name]) => name === until) + 1))
      await done(as, name, contract);
    return contract;
  };
  const post = (as: TestUser, name: CallName, id: number, body: object, key?: string) =>
    call(as, name, { params: { id }, body, ...(key && { key }) });
  return { side, seller, director, office, read, step, done, because, make, walked, post };
}
