/** What a layout must be, what is wrong with its texts, and how two versions differ. */
import {
  blocksFor,
  conditionsFor,
  isFree,
  isMandatory,
  ownBlocks,
  type LayoutBlock,
  type LayoutKind,
} from './terms.ts';
import { faultsOf } from './text.ts';
import { layoutVariables } from './variables.ts';

/** Something wrong at a block, by its place. */
export interface LayoutFault {
  at: number;
  field: keyof LayoutBlock;
  message: string;
}

/** What no layout may be: blocks that it cannot have, twice what is there once, or without what must be there. */
export function shapeFaults(kind: LayoutKind, blocks: readonly LayoutBlock[]): LayoutFault[] {
  const known = blocksFor(kind);
  const ofBlock = (block: LayoutBlock, at: number): LayoutFault[] => {
    const fault = (field: keyof LayoutBlock, message: string) => [{ at, field, message }];
    if (!Object.hasOwn(known, block.kind)) return fault('kind', 'Questo blocco non è di questa stampa');
    if (blocks.findIndex(({ id }) => id === block.id) < at) return fault('id', 'Questo blocco c’è già');
    if (!isFree(block.kind) && blocks.findIndex((other) => other.kind === block.kind) < at)
      return fault('kind', `«${known[block.kind]!.label}» c’è già`);
    if (!(conditionsFor[kind] as readonly string[]).includes(block.when))
      return fault('when', 'Questa stampa non conosce la condizione');
    if (!isMandatory(kind, block.kind)) return [];
    if (block.hidden) return fault('hidden', 'È obbligatorio: non si nasconde');
    return block.when === 'always' ? [] : fault('when', 'È obbligatorio: si stampa sempre');
  };
  const missing = Object.entries<{ label: string }>(ownBlocks[kind])
    .filter(([name]) => isMandatory(kind, name) && !blocks.some((block) => block.kind === name))
    .map(([, { label }]) => label);
  const lost: LayoutFault[] =
    missing.length === 0
      ? []
      : [{ at: blocks.length, field: 'kind', message: `Blocchi obbligatori che mancano: ${missing.join(', ')}` }];
  return [...blocks.flatMap(ofBlock), ...lost];
}

interface Said {
  id: number;
  title: string;
  text: string;
}

/** A layout with the words of its reusable blocks in their places, as they are now. */
export const withSections = (blocks: readonly LayoutBlock[], sections: readonly Said[]): LayoutBlock[] =>
  blocks.map((block) => {
    const said = block.kind === 'section' && sections.find(({ id }) => id === block.sectionId);
    return said ? { ...block, title: said.title, text: said.text } : block;
  });

/** What keeps a draft from being published: variables that do not exist, reusable blocks that are gone. */
export const textFaults = (
  kind: LayoutKind,
  blocks: readonly LayoutBlock[],
  sections: readonly Said[],
): LayoutFault[] =>
  withSections(blocks, sections).flatMap(({ kind: name, sectionId, title, text }, at): LayoutFault[] => {
    if (name === 'section' && !sections.some(({ id }) => id === sectionId))
      return [{ at, field: 'sectionId', message: 'Scegliere il blocco riutilizzabile' }];
    const of = (field: 'title' | 'text', said: string) =>
      faultsOf(said, layoutVariables[kind]).map((message) => ({ at, field, message }));
    return [...of('title', title), ...of('text', text)];
  });

export interface LayoutChange {
  id: string;
  kind: string;
  title: string;
  change: 'added' | 'removed' | 'moved' | 'changed';
}

/** Of ids in a new order, those that keep theirs: the longest rising sequence, so that as few as possible have moved. */
function keptOrder(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const places = new Map(before.map((id, place) => [id, place]));
  const common = after.filter((id) => places.has(id));
  const chains: string[][] = [];
  for (const id of common) {
    const longest = chains
      .filter((chain) => places.get(chain.at(-1)!)! < places.get(id)!)
      .reduce<string[]>((best, chain) => (chain.length > best.length ? chain : best), []);
    chains.push([...longest, id]);
  }
  return new Set(chains.reduce((best, chain) => (chain.length > best.length ? chain : best), []));
}

/** What one version has otherwise than another, block by block; a block that is moved and changed is changed. */
export function changesBetween(before: readonly LayoutBlock[], after: readonly LayoutBlock[]): LayoutChange[] {
  const old = new Map(before.map((block) => [block.id, block]));
  const fresh = new Set(after.map(({ id }) => id));
  const ids = (blocks: readonly LayoutBlock[]) => blocks.map(({ id }) => id);
  const kept = keptOrder(ids(before), ids(after));
  const told = ({ id, kind, title }: LayoutBlock, change: LayoutChange['change']) => ({ id, kind, title, change });
  const isSame = (one: LayoutBlock, other: LayoutBlock) =>
    (['kind', 'title', 'text', 'when', 'hidden', 'sectionId'] as const).every((key) => one[key] === other[key]);
  return [
    ...after.flatMap((block): LayoutChange[] => {
      const was = old.get(block.id);
      if (!was) return [told(block, 'added')];
      if (!isSame(was, block)) return [told(block, 'changed')];
      return kept.has(block.id) ? [] : [told(block, 'moved')];
    }),
    ...before.filter(({ id }) => !fresh.has(id)).map((block) => told(block, 'removed')),
  ];
}
