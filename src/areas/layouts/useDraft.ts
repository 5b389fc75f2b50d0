/** The draft of a layout in the browser: changed at once, saved after a pause, one save at a time. */
import { useRef, useState } from 'react';
import type { LayoutBlock } from '#domain/layouts/terms.ts';
import { CallError, whyOf } from '#site/lib/call.ts';
import { layouts as words } from '#site/messages/it/layouts.ts';
import { toast } from '#site/ui/toast.ts';
import { useDebounced } from '#site/ui/useDebounced.ts';

/** Milliseconds without a key before the draft is saved. */
const PAUSE = 500;

interface Draft {
  version: number;
  blocks: LayoutBlock[];
}

/** How a draft is saved: each answers the layout as it stands then. */
export interface DraftCalls<L> {
  save(version: number, blocks: readonly LayoutBlock[]): Promise<L>;
  /** `note`: what it changes, where that is asked. */
  publish(version: number, note: string): Promise<L>;
}

export function useDraft<L extends Draft>(calls: DraftCalls<L>, given: L) {
  const [layout, setLayout] = useState(given);
  const [blocks, setBlocks] = useState<readonly LayoutBlock[]>(given.blocks);
  const [dirty, setDirty] = useState(false);
  const live = useRef({ version: given.version, blocks: given.blocks as readonly LayoutBlock[], saving: false });

  const take = (answer: L) => {
    live.current.version = answer.version;
    setLayout(answer);
  };
  const restart = (answer: L) => {
    take(answer);
    live.current.blocks = answer.blocks;
    setBlocks(answer.blocks);
    setDirty(false);
  };
  const refused = (error: unknown) => {
    if (!(error instanceof CallError)) throw error;
    if (error.status === 412 && error.body.current) {
      restart(error.body.current as L);
      void toast(words.stale, { kind: 'bad' });
    } else void toast(whyOf(error), { kind: 'bad' });
  };
  const save = async (): Promise<void> => {
    if (live.current.saving) return;
    live.current.saving = true;
    const sent = live.current.blocks;
    try {
      take(await calls.save(live.current.version, sent));
      if (live.current.blocks === sent) setDirty(false);
    } catch (error) {
      refused(error);
      return;
    } finally {
      live.current.saving = false;
    }
    if (live.current.blocks !== sent) await save();
  };
  const { later, cancel } = useDebounced<null>(() => void save(), PAUSE);
  const change = (next: readonly LayoutBlock[]) => {
    live.current.blocks = next;
    setBlocks(next);
    setDirty(true);
    later(null);
  };
  /** What puts another layout in place of this one; true: done. */
  const replace = async (by: (version: number) => Promise<L>) => {
    cancel();
    if (dirty) await save();
    try {
      restart(await by(live.current.version));
      return true;
    } catch (error) {
      refused(error);
      return false;
    }
  };
  const publish = (note = '') => replace((version) => calls.publish(version, note));
  return { layout, blocks, dirty, change, publish, replace };
}
