import { atom } from 'nanostores';
import { addDays, weekdayOf } from '#domain/dates.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import type { Lead } from '#domain/leads/schema.ts';
import type { StepOf } from '#domain/record/machine.ts';
import { call, type CallInput } from '#site/lib/call.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { createMoves, type Known } from '#site/ui/record/store/moves.ts';
import { createRecord } from '#site/ui/record/store/record.ts';
import type { Reasons } from './log-props.ts';

type Name = StepOf<typeof leadMachine>;

const make = (name: Name, { id, version }: Lead, body?: object): Promise<Lead> => {
  const path = `POST /leads/:id/${name}` as const;
  return call(path, { params: { id }, version, ...(body && { body }) } as CallInput<typeof path>);
};

interface LeadOnPage {
  lead: Lead | null;
  reasons: Reasons;
  assignees: Named;
  /** Today in Rome. */
  today: string;
}

/** The lead that is worked on, and what may be done with it. */
export function createLead({ lead, reasons, assignees, today }: LeadOnPage) {
  const record = createRecord<Lead>(atom(lead));
  const { stepOf } = createMoves(record, {
    machine: leadMachine,
    make,
    back: { park: ({ id, version }) => call('DELETE /leads/:id/park', { params: { id }, version }) },
    reasons,
    about(name, { assignee }): Known {
      // In a week, and never on a Sunday by itself.
      if (name === 'park') return { initial: { until: addDays(today, weekdayOf(today) === 'sun' ? 8 : 7) } };
      if (name !== 'assign') return {};
      return {
        title: words.assignTitle,
        verb: words.assignVerb,
        layout: { assigneeId: { options: named(assignees) } },
        initial: { assigneeId: assignee?.id ?? null },
      };
    },
  });
  return { ...record, stepOf };
}
export type LeadStore = ReturnType<typeof createLead>;
