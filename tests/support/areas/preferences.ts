import { MANUFACTURER } from '#domain/endpoint.ts';
import type { preferences as table } from '#domain/preferences/endpoints.ts';
import type { CallName } from '#domain/endpoints.ts';
import { nothing, type Calls, type Side } from '../area.ts';

/** Sends the stored values from a future day; each call has a day of its own. */
const set = async (side: Side, name: CallName, from: string) => {
  const { version, periods } = (await side.call(name)).body;
  return { version: version as number, body: { ...periods[0].values, from } };
};
/** A change for a future day, and the call that takes it back. */
export const waiting = async (side: Side, read: CallName, save: CallName, change: object) => {
  const from = '2027-03-01';
  const sent = await set(side, read, from);
  const { body } = await side.call(save, { ...sent, body: { ...sent.body, ...change } });
  return { version: body.version as number, body: { from } };
};
export const changing = set;

const asMaker = async ({ colleague }: Side) => ({ as: await colleague(MANUFACTURER) });

/** The calls of settings of the manufacturer: `changed` makes a change that no other call makes. */
const ofMaker = (name: 'fiscal' | 'starter', changed: (n: number) => object) => {
  const sent = async (side: Side, from: string) => {
    const { as } = await asMaker(side);
    const { version, periods } = (await side.call(`GET /network/${name}`, {}, as)).body;
    return { as, version: version as number, body: { ...periods[0].values, ...changed(side.next()), from } };
  };
  return {
    read: asMaker,
    save: (side: Side) => sent(side, '2027-02-01'),
    unschedule: async (side: Side) => {
      const { as, ...change } = await sent(side, '2027-03-01');
      const { body } = await side.call(`PUT /network/${name}`, change, as);
      return { as, version: body.version as number, body: { from: '2027-03-01' } };
    },
  };
};
const fiscal = ofMaker('fiscal', (n) => ({ tyre_fee: 300 + n, source: `Prova ${n}` }));
const starter = ofMaker('starter', (n) => ({ agencyFee: 100_00 + n }));

export const preferences: Calls<typeof table> = {
  'GET /preferences/activity': nothing,
  'GET /preferences/activity/export': () => ({ query: { format: 'csv' } }),
  'GET /preferences/fiscal': nothing,
  'PUT /preferences/fiscal': (side) => changing(side, 'GET /preferences/fiscal', '2026-11-20'),
  'POST /preferences/fiscal/unschedule': (side) =>
    waiting(side, 'GET /preferences/fiscal', 'PUT /preferences/fiscal', { tyre_fee: 400 + side.next() }),
  'GET /preferences/fiscal/timeline': nothing,
  'GET /network/fiscal': fiscal.read,
  'PUT /network/fiscal': fiscal.save,
  'POST /network/fiscal/unschedule': fiscal.unschedule,
  'GET /network/fiscal/timeline': fiscal.read,
  'GET /network/starter': starter.read,
  'PUT /network/starter': starter.save,
  'POST /network/starter/unschedule': starter.unschedule,
  'GET /network/starter/timeline': starter.read,
  'GET /preferences/provinces': nothing,
  'PUT /preferences/provinces': (side) => changing(side, 'GET /preferences/provinces', '2026-11-20'),
  'POST /preferences/provinces/unschedule': (side) =>
    waiting(side, 'GET /preferences/provinces', 'PUT /preferences/provinces', {
      rules: [
        { province: 'MI', iptPercent: side.next() % 30, fixedForVatDeeds: false, fuelRules: [], reason: 'Prova' },
      ],
    }),
  'GET /preferences/provinces/timeline': nothing,
};
