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
  text: string;
  change: 'added' | 'removed' | 'moved' | 'changed';
  /** What its words were and are; null where nothing of them changed. */
  words: ChangedWords | null;
}

/** A text around what changed in it: `removed` gave way to `added`. */
export interface ChangedWords {
  before: string;
  removed: string;
  added: string;
  after: string;
}

/** The part of a text that is another one now, by whole words; null when both are the same. */
export function changedWords(was: string, now: string): ChangedWords | null {
  if (was === now) return null;
  const [old, fresh] = [was, now].map((text) => text.split(/(?<=\s)|(?=\s)/));
  const shorter = Math.min(old!.length, fresh!.length);
  let head = 0;
  while (head < shorter && old![head] === fresh![head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old!.at(-1 - tail) === fresh!.at(-1 - tail)) tail += 1;
  const middle = (words: string[]) => words.slice(head, words.length - tail).join('');
  return {
    before: old!.slice(0, head).join(''),
    removed: middle(old!),
    added: middle(fresh!),
    after: old!.slice(old!.length - tail).join(''),
  };
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
  const saidIn = (block: LayoutBlock | undefined) => [block?.title, block?.text].filter(Boolean).join('\n');
  const told = ({ id, kind, title, text }: LayoutBlock, change: LayoutChange['change']): LayoutChange => ({
    id,
    kind,
    title,
    text,
    change,
    words: changedWords(saidIn(old.get(id)), saidIn(after.find((block) => block.id === id))),
  });
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
