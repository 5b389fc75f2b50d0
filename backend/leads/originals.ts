/** Mails and documents of which a lead was made and that hold more than it says, such as photos: kept until somebody has looked. */
import { sql, type RawBuilder } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { Lead } from '#domain/leads/schema.ts';
import type { Ctx } from '../lib/work/context.ts';

const kinds: Readonly<Record<string, string>> = { mail: 'eml', adf: 'xml' };

/** An intake as a file: of a mail or an ADF document each character is a byte. */
export const fileOf = ({ id, format, raw }: { id: number; format: string; raw: string }) => ({
  bytes: Buffer.from(raw, format in kinds ? 'latin1' : 'utf8'),
  type: 'application/octet-stream',
  name: `lead-${id}.${kinds[format] ?? 'json'}`,
});

/** Those of a lead and of the leads that became it. */
const of = ({ user: { companyId } }: Ctx, leadId: number): RawBuilder<unknown> =>
  sql`(with own as (select id from leads where company_id = ${companyId} and (id = ${leadId} or merged_into = ${leadId}))
    select o.id, o.source, o.format, o.received_at, o.raw from lead_intakes o
    where o.company_id = ${companyId} and o.raw <> '' and o.id in (
      select coalesce(i.came_in, i.id) from lead_intakes i
      where i.company_id = ${companyId} and i.lead_id in (select id from own)))`;

/** What holds more than a lead says and nobody has seen to, the last first. */
export async function originalsOf(ctx: Ctx, leadId: number): Promise<Lead['originals']> {
  const { rows } = await sql<
    Lead['originals'][number]
  >`select id, source, received_at, format = 'mail' as is_mail from ${of(ctx, leadId)} o order by id desc limit 20`.execute(
    ctx.db,
  );
  return rows;
}

/** One of them. Throws `not_found`, also of one that somebody has seen to. */
export async function findOriginal(ctx: Ctx, leadId: number, intakeId: number) {
  const { rows } = await sql<{
    id: number;
    format: string;
    raw: string;
  }>`select id, format, raw from ${of(ctx, leadId)} o where id = ${intakeId}`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Failure('not_found');
  return row;
}
