import { useEffect, useState } from 'react';
import { sharesFault, withShare } from '#domain/commissions/earning.ts';
import { splitFields } from '#domain/commissions/split-fields.ts';
import type { Values } from '#domain/record/fields.ts';
import { call, type CallAnswer } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { split as words } from '#site/messages/it/commissions.ts';
import { toast } from '#site/ui/toast.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';

type Typed = Values<typeof splitFields>;
export type Split = CallAnswer<'GET /commissions/contracts/:id/split'>;

/** Percentages as hundredths of a percent. */
const sharesOf = ({ shares }: Typed) =>
  shares.map(({ userId, share }) => ({ userId: userId ?? 0, share: Math.round(share * 100) }));

/** A share, in percent, that somebody asks for. */
export interface WantedShare {
  userId: number;
  share: number;
  name: string;
}

interface Props {
  contractId: number;
  /** What a dispute asks for. */
  wanted?: WantedShare | undefined;
  onSaved: (split: Split) => void;
  onClose: () => void;
}

/** Splits a sale among up to four people; what is earned of it already is corrected in the open statements. */
export default function SplitDialog({ contractId, wanted, onSaved, onClose }: Props) {
  const [held, setHeld] = useState<{ split: Split; people: Named } | null>(null);
  useEffect(() => {
    const params = { id: contractId };
    Promise.all([call('GET /commissions/contracts/:id/split', { params }), call('GET /commissions/people', {})])
      .then(([split, people]) => setHeld({ split, people }))
      .catch((error: unknown) => {
        void toast((error as Error).message, { kind: 'bad' });
        onClose();
      });
  }, [contractId, onClose]);
  if (!held) return null;
  const { split, people } = held;
  const now = split.shares.map(({ userId, ...one }) => ({ id: userId, ...one }));
  const shares = wanted ? withShare(now, { id: wanted.userId, name: wanted.name, share: Math.round(wanted.share * 100) }) : now; // prettier-ignore
  // Who shares it already may have left since.
  const known = new Map([...shares, ...people].map(({ id, name }) => [id, { id, name }]));
  return (
    <RecordForm<Typed, Split>
      title={t(words.title, { number: split.number })}
      note={words.note}
      fields={formOf(splitFields, {
        shares: {
          look: 'table',
          layout: { userId: { span: 4, options: named([...known.values()]) }, share: { span: 2 } },
        },
      })}
      initial={{
        shares: shares.map(({ id, share }) => ({ userId: id, share: share / 100 })),
        reason: wanted ? t(words.asWanted, { name: wanted.name }) : '',
      }}
      version={split.version}
      check={(values, typing): Record<string, string> => {
        const fault = typing ? null : sharesFault(sharesOf(values));
        return fault ? { shares: fault } : {};
      }}
      save={(values, { version }) =>
        call('POST /commissions/contracts/:id/split', {
          params: { id: contractId },
          version,
          body: { shares: sharesOf(values), reason: values.reason },
        })
      }
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}
