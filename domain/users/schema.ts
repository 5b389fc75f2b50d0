import { z } from 'zod';
import { email } from '../auth/schema.ts';
import { answerOf, phone, schemaOf } from '../record/schema.ts';
import { line } from '../text.ts';
import { userFields } from './fields.ts';
import { handedOver } from './leaving.ts';
import { userStateNames } from './terms.ts';

export const profile = z.object({
  name: line.min(2, 'Inserire nome e cognome').max(100),
  phone: phone.nullable(),
});

/** The input of a user; the e-mail address is the one for login. */
export const userInput = schemaOf(userFields)
  .extend({ name: profile.shape.name, email })
  .refine(({ privileges }) => privileges.length > 0, {
    path: ['privileges'],
    message: userFields.privileges.required,
  })
  .refine(({ defaultLocationId: one, locationIds }) => one === null || locationIds.includes(one), {
    path: ['defaultLocationId'],
    message: 'Scegliere una delle sue sedi',
  })
  .superRefine(({ commissions }, ctx) => {
    for (const [at, { from }] of commissions.entries())
      if (commissions.findIndex((one) => one.from === from) < at)
        ctx.addIssue({
          code: 'custom',
          path: ['commissions', at, 'from'],
          message: 'C’è già un piano da questo giorno',
        });
  });

export const userRecord = answerOf(userFields).extend({
  id: z.int(),
  version: z.int(),
  locations: z.array(z.string()),
  defaultLocation: z.string().nullable(),
  businessCenter: z.string().nullable(),
  state: z.enum(userStateNames),
  lastLoginAt: z.iso.datetime({ offset: true }).nullable(),
  /** Whether the user has a second factor. */
  secondFactor: z.boolean(),
  /** Work of theirs that went to colleagues and may come back, the last first: while they were absent, or as they were blocked. */
  handed: z.array(handedOver),
  /** Blocked: no sessions and no login. */
  archived: z.boolean(),
});
export type UserRecord = z.output<typeof userRecord>;

export const sessionRow = z.object({
  id: z.int(),
  current: z.boolean(),
  userAgent: z.string(),
  ip: z.string(),
  createdAt: z.iso.datetime({ offset: true }),
  lastSeenAt: z.iso.datetime({ offset: true }),
});

/** Lists that keep saved views; those of all reports stand together and say which one each is of. */
export const viewArea = z.enum([
  'quotes',
  'quotesB2b',
  'contracts',
  'claims',
  'leads',
  'accesses',
  'calendars',
  'valuations',
  'accessories',
  'tyres',
  'services',
  'insurances',
  'financials',
  'future-tables',
  'baskets',
  'homologations',
  'campaigns',
  'users',
  'usedStocks',
  'customers',
  'newStocks',
  'locations',
  'business-centers',
  'agencies',
  'commission-rules',
  'layout-sections',
  'reports',
  'automatic-reports',
]);

export const savedView = z.object({
  id: z.int(),
  area: viewArea,
  name: line.min(1, 'Dare un nome alla vista').max(60),
  shared: z.boolean(),
  own: z.boolean(),
  /** Whether the caller may delete it: own views, and shared ones if the caller manages the preferences. */
  removable: z.boolean(),
  /** Filters, sorting and columns, as the list's address contains them. */
  state: z.record(z.string().max(40), z.string().max(500)),
});

/** The most keys of a view's state. */
const MOST_FILTERS = 40;
/** The most views of one person, and shared views of one list. */
export const MOST_VIEWS = 50;
/** The most bytes of a view's state as JSON, limited because every page of the list reads all of its views. */
export const VIEW_BYTES = 8000;
export const viewInput = savedView.pick({ area: true, name: true, shared: true }).extend({
  state: savedView.shape.state
    .meta({ maxProperties: MOST_FILTERS })
    .refine((state) => Object.keys(state).length <= MOST_FILTERS, `Al massimo ${MOST_FILTERS} filtri`)
    .refine(
      (state) => new TextEncoder().encode(JSON.stringify(state)).length <= VIEW_BYTES,
      'Vista troppo grande: togliere qualche filtro',
    ),
});
export type SavedView = z.output<typeof savedView>;
