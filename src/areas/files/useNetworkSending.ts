import { useEffect, useRef, useState } from 'react';
import type { NetworkFile } from '#domain/files/network.ts';
import type { NetworkTarget, SendingStore } from './sending.ts';

type Store = SendingStore<NetworkTarget>;

/**
 * Sends files of the network. A new one that comes alone is `opened`, to say who reads it; else the page is read again once
 * none is on its way, and those that were refused have been read and put away.
 */
export function useNetworkSending(opened: (file: NetworkFile) => void) {
  const [sending, setSending] = useState<Store | null>(null);
  /** The same, for what is added before the page is drawn again. */
  const sender = useRef<Store | null>(null);
  useEffect(() => {
    if (!sending) return;
    addEventListener('beforeunload', sending.guard);
    return () => removeEventListener('beforeunload', sending.guard);
  }, [sending]);

  const add = async (files: readonly File[], target: NetworkTarget): Promise<void> => {
    // What sends loads with the first file.
    const { createSending, network } = await import('./sending.ts');
    if (!sender.current) {
      const here: NetworkFile[] = [];
      sender.current = createSending(network, (file) => here.push(file));
      sender.current.$all.listen((all) => {
        if (all.length > 0 || here.length === 0) return;
        const [first] = here;
        if (here.length === 1 && first!.number === 1) opened(first!);
        else location.reload();
        here.length = 0;
      });
      setSending(sender.current);
    }
    sender.current.add(files, target);
  };
  return { sending, add };
}
