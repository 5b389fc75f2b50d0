import type { CompanyParams } from '#domain/params.ts';
import { blankOf, type Values } from '#domain/record/fields.ts';
import { privileges as p } from '#domain/privileges.ts';
import { automaticFields } from '#domain/reports/automatic/fields.ts';
import { recurrenceOf } from '#domain/reports/automatic/times.ts';
import { nextTime } from '#domain/due-times.ts';
import { addDays, dayInRome } from '#domain/dates.ts';
import { writeCompanyParams } from '#backend/lib/records/params.ts';
import { KIND } from '../reports/automatic/records.ts';
import type { Owner } from './insert.ts';

type Input = Values<typeof automaticFields>;

const blank = blankOf(automaticFields);
const reports: readonly (Partial<Input> & { name: string })[] = [
  { name: 'Saldi aperti', report: 'contractsPaymentFlow', filter: 'open', every: 'month', monthday: 31, time: '02:30' },
  { name: 'Cassa di ieri', report: 'payments', period: 'yesterday', basis: 'received', groupBy: 'till', format: 'pdf' },
  { name: 'Incassi attesi', report: 'paymentFlowReport', period: 'next_7', basis: 'due', groupBy: 'day', every: 'week', weekday: 'mon' }, // prettier-ignore
];

/** What the company is told of each morning, and whereto its reports may go. */
const alerts = {
  'reports.domains': [{ domain: 'studiolena.example.it' }],
  'reports.stockDays': 120,
  'reports.unsignedDays': 10,
  'reports.lateDays': 30,
  'reports.claimEndDays': 15,
  'reports.targetGap': 20,
} satisfies Partial<CompanyParams>;

/** Three reports of who keeps the preferences, sent to them, and what the company is told of by itself. */
export async function seedAutomaticReports(owner: Owner, companyId: number, now: Date): Promise<void> {
  await writeCompanyParams(owner, companyId, addDays(dayInRome(now), -300), alerts);
  const keeper = await owner
    .selectFrom('users')
    .select(['id', 'privileges'])
    .where('companyId', '=', companyId)
    .where('archivedAt', 'is', null)
    .orderBy('id')
    .execute()
    .then((users) => users.find(({ privileges }) => [p.managePreferences, p.validateContracts].every((one) => privileges.includes(one)))); // prettier-ignore
  if (!keeper) return;
  for (const report of reports) {
    const input = { ...blank, ...report };
    const recurrence = recurrenceOf(input);
    const made = await owner
      .insertInto('automaticReports')
      .values({
        ...input,
        addresses: '[]',
        companyId,
        userIds: [keeper.id],
        ownerId: keeper.id,
        createdAt: now,
        updatedAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const schedule = await owner
      .insertInto('schedules')
      .values({
        companyId,
        kind: KIND,
        ownerId: keeper.id,
        dueAt: nextTime(recurrence, now),
        parameters: JSON.stringify(made),
        recurrence: JSON.stringify(recurrence),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await owner
      .updateTable('automaticReports')
      .set({ scheduleId: schedule.id })
      .where('companyId', '=', companyId)
      .where('id', '=', made.id)
      .execute();
  }
}
