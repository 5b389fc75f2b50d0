/** Folders within folders, and who sees what stands in them. */
import { MOST_DEPTH } from './limits.ts';

/** Who sees something, of those who see what it stands in; null: all of them. */
export interface Seers {
  roles: readonly string[] | null;
  locationIds: readonly number[] | null;
}

/** A person, as far as visibility asks. */
export interface Person {
  roleName: string;
  locationIds: readonly number[];
}

export interface Folder extends Seers {
  id: number;
  parentId: number | null;
  name: string;
}

/** Whether the person is one of those seers: by role and, where places are named, by one of their places. */
export const isSeer = ({ roles, locationIds }: Seers, person: Person): boolean =>
  (roles === null || roles.includes(person.roleName)) &&
  (locationIds === null || locationIds.some((id) => person.locationIds.includes(id)));

/** The folder and those around it, the outermost first; empty when it is not there. */
export function pathOf<F extends Folder>(folders: readonly F[], id: number | null): F[] {
  const by = new Map(folders.map((folder) => [folder.id, folder]));
  const path: F[] = [];
  for (let at = id; at !== null && path.length <= MOST_DEPTH;) {
    const folder = by.get(at);
    if (!folder) return [];
    path.unshift(folder);
    at = folder.parentId;
  }
  return path;
}

/** The folders that the person sees: each of those around it lets them in, too. */
export function visibleTo<F extends Folder>(folders: readonly F[], person: Person): F[] {
  const by = new Map(folders.map((folder) => [folder.id, folder]));
  const known = new Map<number, boolean>();
  const sees = (folder: F): boolean => {
    const before = known.get(folder.id);
    if (before !== undefined) return before;
    const parent = folder.parentId === null ? null : by.get(folder.parentId);
    const isOpen = parent !== undefined && (parent === null || sees(parent)) && isSeer(folder, person);
    known.set(folder.id, isOpen);
    return isOpen;
  };
  return folders.filter(sees);
}

/** The folder and all that stand in it. */
export function within(folders: readonly Folder[], id: number): Set<number> {
  const found = new Set([id]);
  const childrenOf = Map.groupBy(folders, ({ parentId }) => parentId);
  for (const one of found) for (const child of childrenOf.get(one) ?? []) found.add(child.id);
  return found;
}

const heightOf = (folders: readonly Folder[], id: number): number => {
  const children = folders.filter(({ parentId }) => parentId === id);
  return 1 + Math.max(0, ...children.map((child) => heightOf(folders, child.id)));
};

/** Why a folder (null: a new one) cannot stand in `parentId`, in Italian; null: it can. */
export function placeIssue(folders: readonly Folder[], id: number | null, parentId: number | null): string | null {
  if (parentId !== null && !folders.some((folder) => folder.id === parentId))
    return 'La cartella non c’è più: sceglierne un’altra';
  if (id !== null && parentId !== null && within(folders, id).has(parentId))
    return 'Una cartella non può stare dentro sé stessa';
  const depth = pathOf(folders, parentId).length + (id === null ? 1 : heightOf(folders, id));
  return depth > MOST_DEPTH ? `Al massimo ${MOST_DEPTH} cartelle una dentro l’altra` : null;
}

const narrowest = <T>(layers: readonly (readonly T[] | null)[]): readonly T[] | null =>
  layers.reduce(
    (all, one) => (all === null ? one : one === null ? all : all.filter((each) => one.includes(each))),
    null,
  );

/** Who sees what stands in all of these, the outermost first. */
export const seersOf = (layers: readonly Seers[]): Seers => ({
  roles: narrowest(layers.map(({ roles }) => roles)),
  locationIds: narrowest(layers.map(({ locationIds }) => locationIds)),
});

/** Where visibility would be wider than around it: the message by field. Inherited visibility can only be narrowed. */
export function widerThan(around: readonly Seers[], { roles, locationIds }: Seers): Record<string, string> {
  const outer = seersOf(around);
  const isWider = <T>(own: readonly T[] | null, most: readonly T[] | null) =>
    own !== null && most !== null && own.some((one) => !most.includes(one));
  return {
    ...(isWider(roles, outer.roles) && {
      roles: 'La cartella sopra non è visibile a tutti questi ruoli: si può solo restringere',
    }),
    ...(isWider(locationIds, outer.locationIds) && {
      locationIds: 'La cartella sopra non è visibile in tutte queste sedi: si può solo restringere',
    }),
  };
}
