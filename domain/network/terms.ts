import { OUTSIDER, privileges as p } from '../privileges.ts';

interface Area {
  label: string;
  /** What the manufacturer's person holds in the company while reading, and while also writing. */
  reads: readonly number[];
  writes: readonly number[];
}

/**
 * What a company may let the manufacturer read, or also change, on its behalf: never customers and what is agreed with
 * them, passwords, second factors, tokens, commissions. Layouts have one privilege for both; their calls that write are
 * open to a grant that writes alone.
 */
export const behalfAreas = {
  prices: {
    label: 'Listini',
    reads: [p.seeAccessories, p.seeServices, p.seeTyres],
    writes: [p.manageAccessories, p.manageServices, p.manageTyres],
  },
  finance: {
    label: 'Finanziamenti e polizze',
    reads: [p.seeFinancials, p.seeInsurances],
    writes: [p.manageFinancials, p.manageInsurances],
  },
  layouts: { label: 'Stampe', reads: [p.managePreferences], writes: [p.managePreferences] },
} as const satisfies Record<string, Area>;
export type BehalfArea = keyof typeof behalfAreas;

/** What a company is to the network: nobody has entered yet, works, or is kept out. */
export const companyStates = {
  invited: { label: 'Invitata', tone: 'warn' },
  open: { label: 'Attiva', tone: 'ok' },
  suspended: { label: 'Sospesa', tone: 'bad' },
} as const;
export type CompanyState = keyof typeof companyStates;

/** The most hours of one access. */
export const MOST_HOURS = 8;

/** Days for which what was asked waits for an answer, and how often somebody asks a company in one. */
export const [WAITS_DAYS, MOST_ASKS] = [7, 5];
const DAY_MS = 86_400_000;

/** Where an access is: it ends by itself, whatever was written. */
export const grantStates = {
  asked: { label: 'Chiesto', tone: 'warn' },
  granted: { label: 'Concesso', tone: 'ok' },
  expired: { label: 'Scaduto', tone: 'mute' },
  ended: { label: 'Chiuso', tone: 'mute' },
} as const;
export type GrantState = keyof typeof grantStates;
/** Whether an access is asked for or given: as long as it is, its asker asks for no other one of the company. */
export const goesOn = (state: GrantState): boolean => state === 'asked' || state === 'granted';

/** What was asked before waits no more. */
export const waitsSince = (now: Date): Date => new Date(now.getTime() - WAITS_DAYS * DAY_MS);

/** The state of an access at an instant; times in ISO form. */
export function grantStateAt(
  { askedAt, endsAt, endedAt }: { askedAt: string; endsAt: string | null; endedAt: string | null },
  now: Date,
): GrantState {
  if (endedAt !== null) return 'ended';
  if (endsAt === null) return Date.parse(askedAt) > waitsSince(now).getTime() ? 'asked' : 'expired';
  return Date.parse(endsAt) > now.getTime() ? 'granted' : 'expired';
}

/** The privileges of the manufacturer's person in a company that granted these areas: without its costs and commissions. */
export const privilegesFor = ({ areas, writes }: { areas: readonly BehalfArea[]; writes: boolean }): number[] => [
  OUTSIDER,
  ...areas.flatMap((area): readonly number[] => [
    ...behalfAreas[area].reads,
    ...(writes ? behalfAreas[area].writes : []),
  ]),
];
