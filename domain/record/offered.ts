/** Common fields of services, insurances and financing plans: when they are sold, by whom and for which cars. */
import { sameWords, type Fields } from './fields.ts';
import { roleNames } from '../role-names.ts';

export const offeredFields = {
  validFrom: { label: 'Valido dal', kind: 'day', span: 'period', nullable: true },
  validTo: { label: 'Valido al', kind: 'day', span: 'period', nullable: true },
  /** An empty choice means no limit; the same holds for locations and roles. */
  makerIds: { label: 'Marche', kind: 'lookups', most: 50, shown: 'makers', help: 'Nessuna scelta: tutte' },
  locationIds: { label: 'Sedi', kind: 'lookups', most: 50, shown: 'locations', help: 'Nessuna scelta: tutte' },
  roles: {
    label: 'Ruoli',
    kind: 'many',
    words: sameWords(roleNames),
    help: 'Nessuna scelta: tutti',
  },
} as const satisfies Fields;

/** The limits of one item that is sold. */
export interface Offered {
  validFrom: string | null;
  validTo: string | null;
  makerIds: readonly number[];
  locationIds: readonly number[];
  roles: readonly string[];
}

/** A sale: the day `YYYY-MM-DD`, the seller's role and locations, and the car's maker if known. */
export interface Selling {
  day: string;
  role: string;
  locationIds: readonly number[];
  makerId: number | null;
}

/**
 * Whether the seller may offer the item on the day for a car of the maker. For an unknown maker only items without a
 * maker are offered.
 */
export const isOffered = (
  { validFrom, validTo, makerIds, locationIds, roles }: Offered,
  { day, role, locationIds: own, makerId }: Selling,
): boolean =>
  (validFrom === null || validFrom <= day) &&
  (validTo === null || validTo >= day) &&
  (makerIds.length === 0 || (makerId !== null && makerIds.includes(makerId))) &&
  (locationIds.length === 0 || locationIds.some((id) => own.includes(id))) &&
  (roles.length === 0 || roles.includes(role));

/** Check of a record: false when its period ends before it begins. */
export const periodInOrder = ({ validFrom, validTo }: Pick<Offered, 'validFrom' | 'validTo'>): boolean =>
  validFrom === null || validTo === null || validFrom <= validTo;
export const periodWrong = { path: ['validTo'], message: 'La fine non può precedere l’inizio' };
