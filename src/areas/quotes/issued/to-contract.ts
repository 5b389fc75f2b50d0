import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { toast } from '#site/ui/toast.ts';

type Of = { quoteId: number; total?: number | undefined } | { b2bQuoteId: number };

/** Opens the contract of a quote or wholesale offer, which a first press makes. */
export async function toContract(of: Of): Promise<void> {
  try {
    const { id } = await call('POST /contracts', { body: of, key: newKey() });
    location.assign(`/dealer/contracts/${id}`);
  } catch (error) {
    void toast((error as Error).message, { kind: 'bad' });
  }
}
