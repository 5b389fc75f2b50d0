/** How long people may wait at the company: its own targets before its network's. */
import {
  waitingFields,
  waitingSet,
  waitingTargets,
  type WaitingSettings,
  type WaitingTargets,
} from '#domain/accesses/waiting.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { datedSettings } from '../lib/records/dated.ts';
import { readSettingsOn } from '../lib/records/params.ts';
import type { Ctx } from '../lib/work/context.ts';

const group = { group: 'reception', fields: waitingFields } as const;

const readSet = async ({ db, today }: Ctx, companyId: number, day = today): Promise<WaitingSettings> =>
  (await readSettingsOn(db, companyId, group, [day]))[0]!;

/** What counts today. */
export const readWaiting = async (ctx: Ctx): Promise<WaitingTargets> =>
  waitingTargets(await readSet(ctx, ctx.user.companyId), await readSet(ctx, MANUFACTURER));

/** Throws at the field when a wait would be red before it is amber. */
async function checkOrder(ctx: Ctx, { from, ...values }: WaitingSettings & { from: string }): Promise<void> {
  const { slow, late } = waitingSet(values, await readSet(ctx, MANUFACTURER, from));
  const message = `Dopo quella gialla, che comincia da ${slow} minuti`;
  if (late <= slow)
    throw new Failure('invalid', undefined, {
      fields: {
        [values.late === null ? 'slow' : 'late']:
          values.late === null ? `Prima di quella rossa, che comincia da ${late} minuti` : message,
      },
    });
}

export const waiting = datedSettings({
  ...group,
  entity: 'reception_waiting',
  check: checkOrder,
  beside: async (ctx) => ({ network: await readSet(ctx, MANUFACTURER) }),
});
