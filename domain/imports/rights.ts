import { MANUFACTURER } from '../endpoint.ts';
import { importKindNames, type ImportKind } from './kinds.ts';
import { importKinds, type Kind } from './terms.ts';

/** The kinds that a person of a company with these privileges may import. */
export const kindsFor = (companyId: number, held: readonly number[]): ImportKind[] =>
  importKindNames.filter((name) => {
    const kind: Kind = importKinds[name];
    const isOwn = Boolean(kind.isNational) === (companyId === MANUFACTURER);
    return isOwn && kind.privileges.some((number) => held.includes(number));
  });
