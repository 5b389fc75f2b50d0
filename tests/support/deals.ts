/** A kind of record for the tests, on a table of its own, with everything that a record with a course can have. */
import { sql } from 'kysely';
import { z } from 'zod';
import { add, course, sectionVerbs, type Course } from '#backend/lib/records/course.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { moving } from '#backend/lib/records/move.ts';
import type { Fields } from '#domain/record/fields.ts';
import { locksOf, type Sectioned } from '#domain/record/locks.ts';
import { actionsOf, stateIn } from '#domain/record/machine.ts';
import { moveEndpoints, sectionEndpoints } from '#domain/record/moves.ts';
import { privileges as p } from '#domain/privileges.ts';

export const dealTable = `
  create table trial_deals (
    company_id int not null references companies,
    id bigint generated always as identity,
    version int not null default 1,
    versions jsonb not null default '{}',
    state text not null default 'draft',
    seller_id bigint not null,
    partner_ids bigint[] not null default '{}',
    title text not null default '',
    notes text not null default '',
    price bigint,
    expires_on date,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (company_id, id)
  );
  select tenant_table('trial_deals');
  create view trial_deals_words with (security_invoker = true) as
    select company_id, id as record_id, word from trial_deals, unnest(words_of(title)) word where word <> '';`;

const states = {
  draft: { label: 'Bozza', tone: 'mute' },
  submitted: { label: 'In attesa', tone: 'info' },
  approved: { label: 'Approvata', tone: 'ok' },
  expired: { label: 'Scaduta', tone: 'bad', of: 'approved', after: 'expiresOn' },
  canceled: { label: 'Annullata', tone: 'mute' },
} as const;
type State = keyof typeof states;

const fields = {
  title: { label: 'Titolo', kind: 'text', maxLength: 40, section: 'general' },
  notes: { label: 'Note', kind: 'area', maxLength: 200, section: 'general' },
  price: { label: 'Prezzo', kind: 'money', nullable: true, section: 'money' },
} as const satisfies Fields;

interface Facts {
  state: State;
  sellerId: number;
  partnerIds: readonly number[];
  title: string;
  price: number | null;
}

const all = [p.manageAllQuotes] as const;
const own = { own: [p.createQuotes], all };
/** The person who signs needs both privileges. */
const signs = { own: [], all: [p.approveContracts], also: [p.seeMargin] } as const;

export const dealMachine = {
  entity: 'trial_deal',
  path: '/deals',
  rights: { see: own, change: own, queues: { submitted: [p.approveContracts] } },
  states,
  initial: 'draft',
  owners: ({ sellerId, partnerIds }) => [sellerId, ...partnerIds],
  moves: {
    submit: {
      from: ['draft'],
      to: 'submitted',
      may: own,
      guards: [
        { holds: ({ title }) => title !== '', refused: 'Inserire il titolo.', section: 'general', field: 'title' },
        { holds: ({ price }) => price !== null, refused: 'Inserire il prezzo.', section: 'money', field: 'price' },
      ],
      label: 'Invia',
      done: 'Inviata.',
      did: 'ha inviato la trattativa',
      refused: { else: 'È già stata inviata.' },
    },
    approve: {
      from: ['submitted'],
      to: 'approved',
      may: signs,
      label: 'Approva',
      done: 'Approvata.',
      did: 'ha approvato la trattativa',
      refused: { else: 'Si approva solo una trattativa inviata.' },
    },
    cancel: {
      from: ['submitted', 'approved'],
      to: 'canceled',
      may: { own: [], all },
      second: { may: { own: [], all: [p.approveContracts] }, waits: 'Serve il sì di una seconda persona.' },
      ownReasons: true,
      label: 'Annulla',
      done: 'Annullata.',
      did: 'ha annullato la trattativa',
      refused: { else: 'Non c’è niente da annullare.' },
    },
  },
  acts: {
    save: {
      from: ['draft', 'submitted'],
      may: own,
      label: 'Salva',
      did: 'ha modificato la trattativa',
      refused: { else: 'La trattativa non si modifica più.' },
      others: 'La cambia chi la segue.',
    },
  },
  sections: { general: 'Dati', money: 'Prezzo' },
  fields,
  locks: [
    {
      sections: ['money'],
      in: ['submitted'],
      unless: { own: [], all: [p.seeMargin] },
      why: 'Il prezzo è in esame: lo cambia chi vede i margini.',
    },
  ],
} as const satisfies Sectioned<State, Facts, 'general' | 'money'>;

export type Deal = Facts & {
  id: number;
  version: number;
  versions: Readonly<Record<string, number>>;
  notes: string;
  expiresOn: string | null;
};

const actorOf = (ctx: Ctx) => ({ ...ctx.user, today: ctx.today });

const answerOf = async (ctx: Ctx, deal: Deal) => ({
  id: deal.id,
  version: deal.version,
  title: deal.title,
  notes: deal.notes,
  price: deal.price,
  state: stateIn(states, deal, ctx.today),
  actions: actionsOf(dealMachine, deal, actorOf(ctx)) as string[],
  locks: locksOf(dealMachine, deal, actorOf(ctx)),
});
type Answer = Awaited<ReturnType<typeof answerOf>>;

/** The people who were notified of a request. */
export const heard: string[] = [];

export const deals: Course<typeof dealMachine, Deal, Answer> = course({
  machine: dealMachine,
  table: 'trialDeals',
  as: 'd',
  select: sql`select d.* from trial_deals d`,
  owner: ['seller_id'],
  owners: 'partner_ids',
  answer: answerOf,
});

export const dealMoves = moving(
  deals,
  { approve: () => ({ columns: { expiresOn: '2026-11-25' } }) },
  async (_, { id }, move) => void heard.push(`${move} ${id}`),
);
export const dealSections = sectionVerbs(deals);

const answer = z.object({ id: z.int(), version: z.int(), state: z.enum(Object.keys(states)) });
/** The calls of deals, as an area would declare them. */
export const dealCalls = {
  ...moveEndpoints(dealMachine, answer, { submit: 'Submit', approve: 'Approve', cancel: 'Cancel' }),
  ...sectionEndpoints(dealMachine, answer),
};

/** Creates a deal of the caller with partners, in its first state. */
export async function makeDeal(ctx: Ctx, partnerIds: readonly number[], columns: object = {}): Promise<number> {
  return add(ctx, deals, { sellerId: ctx.user.id, partnerIds, ...columns });
}
