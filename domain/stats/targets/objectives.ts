/**
 * What targets are set for: pieces, value and mix, the two objective types of the specification with what they may aim at,
 * and the objectives of contracts as penetration. Each says which contracts it counts by filters of their list, so that
 * what is done opens to its rows.
 */
import {
  objectives as contractObjectives,
  usedObjectives,
  type ContractKind,
  type Objective,
} from '#domain/contracts/terms.ts';
import { planTypeWords } from '#domain/financials/terms.ts';
import { insuranceTypes } from '#domain/insurances/terms.ts';
import { SUM_LIMIT } from '#domain/money.ts';
import { keysOf } from '#domain/record/machine.ts';

/** Filters of the list of contracts. */
export type ContractFilters = {
  kind?: ContractKind;
  /** Not to traders. */
  retail?: 'true';
  objective?: Objective;
  financed?: 'true';
  insured?: 'true';
  /** A row of the sale of this kind, and of this type, company or item of a list. */
  line?: 'plan' | 'policy';
  lineType?: string;
  lineParty?: string;
  lineItem?: number;
  /** With a car of a basket. */
  basketId?: number;
};

/** Pieces or contracts, cents, or hundredths of a percent of what is sold. */
export type TargetUnit = 'count' | 'money' | 'percent';

interface Aimed {
  label: string;
  unit: TargetUnit;
  /** What of the contracts is added up. */
  measure: 'count' | 'pieces' | 'total';
  of: ContractFilters;
  /** Of a penetration or mix: the contracts of which it is a part. */
  over?: ContractFilters;
}

const retail = { retail: 'true' } as const;
const isOfUsed = (objective: Objective) => (usedObjectives as readonly Objective[]).includes(objective);

const main = {
  new_pieces: { label: 'Nuove, pezzi', unit: 'count', measure: 'pieces', of: { kind: 'new' } },
  used_pieces: { label: 'Usate, pezzi', unit: 'count', measure: 'pieces', of: { kind: 'used' } },
  value: { label: 'Valore', unit: 'money', measure: 'total', of: {} },
  mix: { label: 'Mix, nuove', unit: 'percent', measure: 'pieces', of: { kind: 'new' }, over: {} },
  financial: {
    label: 'Finanziamenti',
    unit: 'percent',
    measure: 'count',
    of: { ...retail, line: 'plan' },
    over: retail,
  },
  insurance: { label: 'Assicurazioni', unit: 'percent', measure: 'count', of: { ...retail, insured: 'true' }, over: retail }, // prettier-ignore
} as const satisfies Record<string, Aimed>;

/** The objectives of contracts: those that used cars have, too, count over all customers' contracts, others over the new ones. */
const ofContracts = Object.fromEntries(
  keysOf(contractObjectives).map((objective) => {
    const over = isOfUsed(objective) ? retail : ({ kind: 'new' } as const);
    const label = contractObjectives[objective];
    return [`contract_${objective}`, { label, unit: 'percent', measure: 'count', of: { ...over, objective }, over }];
  }),
) as Record<`contract_${Objective}`, Aimed>;

export const targetObjectives: Readonly<Record<keyof typeof main | keyof typeof ofContracts, Aimed>> = {
  ...main,
  ...ofContracts,
};
export type TargetObjective = keyof typeof targetObjectives;
export const objectiveKeys = keysOf(targetObjectives);
/** Those that have a place of their own; the others are objectives of contracts. */
export const mainObjectives = keysOf(main);

/** What financing and insurance, and of new cars the last one, may aim at instead of all of it. */
export const targetAims = { type: 'Tipo', company: 'Compagnia', plan: 'Piano', basket: 'Paniere' } as const;
export type TargetAim = keyof typeof targetAims;
/** What an objective may aim at. */
export const aimsOf = (objective: TargetObjective): readonly TargetAim[] =>
  objective === 'new_pieces' ? ['basket'] : aimTypes[objective] ? ['type', 'company', 'plan'] : [];

/** What a target is set for; without an aim all of its objective. */
export interface Aim {
  objective: TargetObjective;
  aim?: TargetAim | undefined;
  /** The type, the name of the company, or the id of the plan, tariff or basket. */
  of?: string | undefined;
}

/** The types of financing and policies, by objective. */
export const aimTypes: Readonly<Partial<Record<TargetObjective, Readonly<Record<string, string>>>>> = {
  financial: planTypeWords,
  insurance: insuranceTypes,
};

/** The unit of a target: what aims at one type, company or plan counts contracts, at a basket pieces. */
export const unitOf = ({ objective, aim }: Aim): TargetUnit => (aim ? 'count' : targetObjectives[objective].unit);

/** Whether parts add up to their whole; a penetration is of each place and person by itself. */
export const addsUp = (aim: Aim): boolean => unitOf(aim) !== 'percent';

type Filters = Readonly<Record<string, string | number | undefined>>;

/** Which contracts a target counts, by the filters of their list, and what they are a part of; null: of nothing. */
export function countedBy({ objective, aim, of }: Aim): { of: Filters; over: Filters | null } {
  const aimed = targetObjectives[objective];
  if (!aim) return { of: aimed.of, over: aimed.over ?? null };
  if (aim === 'basket') return { of: { ...aimed.of, basketId: Number(of) }, over: null };
  const more = { type: { lineType: of! }, company: { lineParty: of! }, plan: { lineItem: Number(of) } }[aim];
  const line = objective === 'financial' ? 'plan' : 'policy';
  return { of: { ...retail, line, ...more }, over: null };
}

/** What is said where a basket is none. */
export const NO_BASKET = 'Scegliere un paniere';

/** Why an aim cannot be: field → Italian sentence; null when it can. */
export function aimFault({ objective, aim, of }: Aim): Record<string, string> | null {
  if (!aim) return of ? { of: 'Scegliere prima se tipo, compagnia o piano' } : null;
  if (!aimsOf(objective).includes(aim))
    return {
      aim: 'Solo finanziamenti e assicurazioni hanno tipo, compagnia o piano, e solo le auto nuove in pezzi un paniere',
    };
  if (!of) return { of: `Scegliere: ${targetAims[aim].toLowerCase()}` };
  if (aim === 'type' && !Object.hasOwn(aimTypes[objective]!, of)) return { of: 'Scegliere un tipo' };
  const isId = /^[1-9]\d{0,14}$/.test(of);
  if (aim === 'basket' && !isId) return { of: NO_BASKET };
  return aim === 'plan' && !isId ? { of: 'Scegliere un piano' } : null;
}

/** The most of one cell. */
export const mostOf = { count: 99_999, money: SUM_LIMIT, percent: 100_00 } as const satisfies Record<
  TargetUnit,
  number
>;
