import { useEffect, useState } from 'react';
import { absenceFields } from '#domain/calendars/fields.ts';
import type { Values } from '#domain/record/fields.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { absence as words } from '#site/messages/it/calendars.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { attempt } from '#site/ui/attempt.ts';
import { toast } from '#site/ui/toast.ts';
import type { DialogProps } from './asked.ts';

type Absent = Values<typeof absenceFields>;
interface Entered {
  userId: number;
  uncovered: number;
}

const half = { span: 3 } as const;
const formFor = (people: Named) =>
  formOf(absenceFields, {
    userId: { span: 6, options: named(people) },
    from: half,
    fromTime: half,
    to: half,
    toTime: half,
    reason: { span: 6 },
  }).filter(({ name }) => name !== 'userId' || people.length > 0);

/** Whether something of a person is due while they are absent. */
const hasWork = async (id: number) => (await call('GET /users/:id/absent', { params: { id } })).kinds.length > 0;

/** An absence of one's own, or of a colleague; what stands in its days is given to others at once. */
export function Absence({ mayManage, handsWork, today, ask, onChanged, onClose }: DialogProps) {
  const [people, setPeople] = useState<Named | null>(mayManage ? null : []);
  useEffect(() => {
    if (!mayManage) return;
    void attempt(async () => setPeople(await call('GET /calendars/people', {}))).then((known) => known || onClose());
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  }, []);
  if (people === null) return null;
  return (
    <RecordForm<Absent, Entered>
      title={words.title}
      verb={words.verb}
      note={words.note}
      fields={formFor(people)}
      initial={{ userId: null, from: today, fromTime: null, to: today, toTime: null, reason: '' }}
      follows={({ from }) => (from ? { to: from } : {})}
      save={(body, { key }) => call('POST /calendars/absences', { key, body })}
      onSaved={({ userId, uncovered }) => {
        void onChanged();
        void attempt(async () => {
          const waits = mayManage && (uncovered > 0 || (handsWork && (await hasWork(userId))));
          if (waits) return ask({ uncovered: userId });
          void toast(uncovered > 0 ? t(words.savedOther, { n: uncovered }) : words.saved, { kind: 'ok' });
          onClose();
        });
      }}
      onClose={onClose}
    />
  );
}
