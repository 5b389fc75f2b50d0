import { useEffect, useState } from 'react';
import type { ToSign } from '#domain/signatures/schema.ts';
import { call } from '#site/lib/call.ts';

/** The record whose document is signed. */
export interface SignedRecord {
  entity: string;
  recordId: number;
}

/** What the record asks to be signed and by whom; null until it is read. */
export function useAsked({ entity, recordId }: SignedRecord): ToSign | null {
  const [asked, setAsked] = useState<ToSign | null>(null);
  useEffect(() => {
    void call('GET /signatures/asked', { query: { entity, recordId } }).then(setAsked);
  }, [entity, recordId]);
  return asked;
}
