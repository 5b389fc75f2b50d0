import { LINK_PLACE } from '#domain/documents/limits.ts';
import type { Ctx } from '../lib/work/context.ts';
import { pdfOf } from './printed.ts';
import { sender } from './sender.ts';
import { linkTo, type Sendable } from './sending.ts';

/** The job `name`, which sends messages about records of some kinds: mails with their PDF, and SMS. */
export const postJob = (name: string, kinds: readonly Sendable[]) =>
  sender(name, async (ctx, { entity, recordId, body }) => {
    const of = kinds.find((kind) => kind.entity === entity)!;
    const { companyId } = ctx.user;
    const record = await of.read(ctx, recordId);
    const link = body.includes(LINK_PLACE) ? await linkTo(ctx, of, record) : null;
    return {
      text: link ? body.replaceAll(LINK_PLACE, link.url) : body,
      written: true,
      link: link && { id: link.id, purpose: of.entity },
      attachments: async ({ files, asCompany, heavily }) => {
        const inside = <T>(work: (ctx: Ctx) => Promise<T>) => asCompany(companyId, null, work);
        const { name: filename, bytes } = await heavily('short', companyId, () =>
          pdfOf(of.printed, { files, inside }, record.id),
        );
        return [{ filename, content: Buffer.from(bytes as Uint8Array), contentType: 'application/pdf' }];
      },
      told: { userIds: [record.sellerId], about: record.number, href: record.href },
    };
  });
