import { useEffect, useRef, useState } from 'react';
import type { NetworkFile } from '#domain/files/network.ts';
import type { NetworkTarget, SendingStore } from './sending.ts';

type Store = SendingStore<NetworkTarget>;

/** Sends files of the network. `arrived` hears each that is there; `isAlone`: no other came with it. */
export function useNetworkSending(arrived: (file: NetworkFile, isAlone: boolean) => void) {
  const [sending, setSending] = useState<Store | null>(null);
  /** The same, for what is added before the page is drawn again. */
  const sender = useRef<Store | null>(null);
  const hears = useRef(arrived);
  useEffect(() => {
    hears.current = arrived;
  });
  useEffect(() => {
    if (!sending) return;
    addEventListener('beforeunload', sending.guard);
    return () => removeEventListener('beforeunload', sending.guard);
  }, [sending]);

  const add = async (files: readonly File[], target: NetworkTarget): Promise<void> => {
    // What sends loads with the first file.
    const { createSending, network } = await import('./sending.ts');
    let before = 0;
    sender.current ??= createSending(network, (file) => {
      const isLast = sender.current!.$all.get().length === 1;
      hears.current(file, isLast && before === 0);
      before = isLast ? 0 : before + 1;
    });
    setSending(sender.current);
    sender.current.add(files, target);
  };
  return { sending, add };
}
