import { useEffect, useState } from 'react';
import type { ContractSettings } from '#domain/contracts/setting-fields.ts';
import { requirableWords, stages } from '#domain/contracts/setting-fields.ts';
import { documentTypes } from '#domain/contracts/terms.ts';
import { saleChannels } from '#domain/stock/terms.ts';
import { integer } from '#domain/italian.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { blocked as words } from '#site/messages/it/contracts-blocked.ts';
import { contractSettings } from '#site/messages/it/contracts-settings.ts';
import { useDebounced } from '#site/ui/useDebounced.ts';

type Wanted = Partial<ContractSettings['required'][number]> & Partial<ContractSettings['documents'][number]>;
/** Rows of which the contracts are counted at once. */
const MOST = 8;

const nameOf = ({ field, type }: Wanted) => (type ? documentTypes[type] : requirableWords[field!]);
const whenOf = ({ stage, channel }: Wanted) =>
  t(words.when, {
    stage: stages[stage!].toLowerCase(),
    channel: channel ? saleChannels[channel].toLowerCase() : words.everywhere,
  });

const blocksText = (n: number) =>
  n === 0 ? words.blocks.none : n === 1 ? words.blocks.one : t(words.blocks.many, { n: integer(n) });

async function blockedBy({ field, type, stage, channel, customerType, financed, tradeIn }: Wanted): Promise<number> {
  const query = {
    stage: stage!,
    ...(field && { field }),
    ...(type && { document: type }),
    ...(channel && { channel }),
    ...(customerType && { customerType }),
    ...(financed && { financed: 'true' as const }),
    ...(tradeIn && { tradeIn: 'true' as const }),
  };
  return (await call('GET /contracts/settings/blocked', { query })).blocked;
}

/** How many open contracts each row that is new would stop at their next move, as they stand now. */
export default function Blocked({ rows, before }: { rows: readonly Wanted[]; before: readonly Wanted[] }) {
  const had = new Set(before.map((row) => JSON.stringify(row)));
  const fresh = rows.filter((row) => !had.has(JSON.stringify(row))).slice(0, MOST);
  const key = JSON.stringify(fresh);
  const [counts, setCounts] = useState<{ of: string; blocked: readonly number[] } | null>(null);
  const { later } = useDebounced(async (asked: readonly Wanted[]) => {
    const blocked = await Promise.all(asked.map(blockedBy));
    setCounts({ of: JSON.stringify(asked), blocked });
  }, 250);
  useEffect(() => {
    if (fresh.length > 0) later(fresh);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked again when the rows say something else
  }, [key]);
  if (fresh.length === 0) return contractSettings.blockedExample;
  return (
    <ul role="status">
      {fresh.map((row, at) => (
        <li key={JSON.stringify(row)}>
          <b>{nameOf(row)}</b>, {whenOf(row)}: {counts?.of === key ? blocksText(counts.blocked[at]!) : words.counting}
        </li>
      ))}
    </ul>
  );
}
