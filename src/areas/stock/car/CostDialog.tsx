import { blankOf, type Values } from '#domain/record/fields.ts';
import { costFields as fields } from '#domain/stock/fields.ts';
import type { Cost } from '#domain/stock/schema.ts';
import { call, CallError } from '#site/lib/call.ts';
import { carCosts as words } from '#site/messages/it/used-cars.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { pick, RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { toast } from '#site/ui/toast.ts';
import type { CarStore } from './store.ts';

type Line = Values<typeof fields>;
const third = { span: 2 } as const;
const form = formOf(fields, {
  expected: third,
  amount: third,
  taxRate: third,
  supplier: third,
  document: third,
  day: third,
});

/** Dialog to add, change or delete a line of the ledger. */
export default function CostDialog({
  line,
  store: { $car, $ledger },
  onClose,
}: {
  line: Cost | null;
  store: CarStore;
  onClose: () => void;
}) {
  const blank = blankOf(fields);
  const { id } = $car.get()!;
  /** Reads costs and margin of the car again, after a change of the ledger. */
  async function readCosts() {
    const params = { id };
    const [lines, now] = await Promise.all([
      call('GET /stock/used/:id/costs', { params }),
      call('GET /stock/used/:id', { params }),
    ]);
    $ledger.set(lines);
    $car.set({ ...$car.get()!, costs: now.costs, margin: now.margin });
  }
  const done = (said: string) => {
    onClose();
    void readCosts();
    void toast(said, { kind: 'ok' });
  };
  const remove = async ({ id: costId, version }: Cost) => {
    try {
      await call('DELETE /stock/used/:id/costs/:costId', { params: { id, costId }, version });
      done(words.costRemoved);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      void toast(error.message, { kind: 'bad' });
      void readCosts();
    }
  };
  return (
    <RecordForm<Line, Cost>
      title={line ? words.costOf : words.newCost}
      fields={form}
      initial={line ? pick<Line>(line, blank) : blank}
      version={line?.version}
      save={(body, { version, key }) =>
        line
          ? call('PUT /stock/used/:id/costs/:costId', { params: { id, costId: line.id }, version, body })
          : call('POST /stock/used/:id/costs', { params: { id }, body, key })
      }
      onSaved={() => done(words.costSaved)}
      onClose={onClose}
      {...(line && { action: { label: words.removeCost, run: () => void remove(line) } })}
    />
  );
}
