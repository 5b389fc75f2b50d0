import { lazy, useState } from 'react';
import type { Raise } from '#domain/own-raise.ts';
import { CallError } from '#site/lib/call.ts';
import { OnDemand } from '../OnDemand.tsx';
import type { Asking } from './RaiseDialog.tsx';

const RaiseDialog = lazy(() => import('./RaiseDialog.tsx'));

/** A change by which somebody raises their own powers is sent again with the reason and the code that it is refused without. */
export function useRaise() {
  const [asking, setAsking] = useState<Asking | null>(null);
  async function raising<T>(send: (raise?: Raise) => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof CallError) || !error.body.fields?.raise) throw error;
      const { raise: needed, ...fields } = error.body.fields;
      const refused = new CallError(error.status, { ...error.body, fields });
      return new Promise<T>((done, fail) => {
        const end = (settle: () => void) => (setAsking(null), settle());
        setAsking({
          text: [...Object.values(fields), needed].join('. '),
          send: async (raise) => {
            const value = await send(raise);
            end(() => done(value));
          },
          fail: (why) => end(() => fail(why ?? refused)),
        });
      });
    }
  }
  return { raising, question: <OnDemand>{asking && <RaiseDialog {...asking} />}</OnDemand> };
}
