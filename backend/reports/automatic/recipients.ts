/** Who gets a report, and whether they still may: asked when it is made, when a mail leaves, and when its link is opened. */
import { marginSeenWith } from '#domain/contracts/rights.ts';
import { Failure } from '#domain/errors.ts';
import { holdsAny } from '#domain/privileges.ts';
import { columnsFor, type Report } from '#domain/reports/report.ts';
import { reports, type ReportName } from '#domain/reports/reports.ts';
import type { Ctx, Person, PublicCtx } from '#backend/lib/work/context.ts';
import { readReportSettings } from '../settings.ts';
import { domainOf } from './records.ts';

/** A colleague by their own rights, an address by the owner's, without margins unless they may go out. */
export interface Recipient {
  userId: number | null;
  address: string;
  /** Why it does not go there. */
  refused: string | null;
  by: Person | null;
}

/** What a report says of whom it goes to, with how it was asked for. */
interface Addressed {
  report: string;
  how: string;
  askedBy: number | null;
  ownerId: number | null;
  userIds: number[];
  addresses: unknown;
}

const LEFT = 'non lavora più qui';
const MAY_NOT = 'non può aprire questo rapporto';
const NOT_ALLOWED = 'il dominio non è più ammesso';
const HIDDEN = 'non può più vedere tutto ciò che il file contiene';
const NOT_NAMED = 'non è più tra i destinatari';

const addressesOf = ({ addresses }: Pick<Addressed, 'addresses'>) =>
  (addresses as { address: string }[]).map(({ address }) => address);

/** Somebody with the rights of this moment; null: they work here no more. */
const personOf = (call: PublicCtx, companyId: number, userId: number): Promise<Person | null> =>
  call
    .asCompany(companyId, userId, async ({ user }) => user)
    .catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'unauthenticated') return null;
      throw error;
    });

const whyNot = (by: Pick<Person, 'privileges'> | null, { privileges }: Report): string | null =>
  by === null ? LEFT : holdsAny(by.privileges, privileges) ? null : MAY_NOT;

/** With what an address outside sees the owner's report: without margins unless they may go out. */
const outsidePrivileges = ({ privileges }: Pick<Person, 'privileges'>, marginsOutside: boolean): readonly number[] =>
  marginsOutside ? privileges : privileges.filter((number) => !marginSeenWith.some((margin) => margin === number));

/** Whether the company lets reports go to an address outside. */
async function allowedIn(call: PublicCtx, companyId: number): Promise<(address: string) => boolean> {
  const { domains } = await call.asCompany(companyId, null, readReportSettings);
  return (address) => domains.some(({ domain }) => domain === domainOf(address));
}

/** All who get a report that is made now. */
export async function recipientsOf(
  call: PublicCtx,
  companyId: number,
  making: Addressed & { marginsOutside: boolean },
  owner: Person,
): Promise<Recipient[]> {
  const { how, askedBy, userIds, marginsOutside } = making;
  const report = reports[making.report as ReportName];
  const inside: Recipient[] = [];
  for (const userId of how === 'test' ? [askedBy!] : userIds) {
    const by = await personOf(call, companyId, userId);
    inside.push({ userId, address: by?.email ?? '', refused: whyNot(by, report), by });
  }
  if (how === 'test') return inside;
  const isAllowed = await allowedIn(call, companyId);
  const by = { ...owner, privileges: outsidePrivileges(owner, marginsOutside) };
  const outside = addressesOf(making).map((address): Recipient => {
    const refused = isAllowed(address) ? whyNot(by, report) : NOT_ALLOWED;
    return { userId: null, address, refused, by };
  });
  return [...inside, ...outside];
}

/** A mail of a report that was made, with the report as it is now. */
export const readMail = ({ db, user }: Ctx, id: number) =>
  db
    .selectFrom('reportMails as m')
    .innerJoin('reportMailings as g', (on) =>
      on.onRef('g.companyId', '=', 'm.companyId').onRef('g.id', '=', 'm.mailingId'),
    )
    .innerJoin('automaticReports as r', (on) =>
      on.onRef('r.companyId', '=', 'g.companyId').onRef('r.id', '=', 'g.reportId'),
    )
    .innerJoin('users as o', (on) => on.onRef('o.companyId', '=', 'r.companyId').onRef('o.id', '=', 'r.ownerId'))
    .select(['m.id', 'm.userId', 'm.address', 'm.state', 'm.fileKey', 'm.fileName', 'm.fileType', 'm.bytes'])
    .select([
      'm.columns',
      'm.summary',
      'g.how',
      'g.askedBy',
      'r.id as reportId',
      'r.name',
      'r.report',
      'r.userIds',
      'r.addresses',
      'r.marginsOutside',
    ])
    .select(['o.id as ownerId', 'o.name as owner', 'o.email as replyTo'])
    .where('m.companyId', '=', user.companyId)
    .where('m.id', '=', id)
    .executeTakeFirst();
export type MadeMail = NonNullable<Awaited<ReturnType<typeof readMail>>>;

/**
 * Why a mail that was made goes no more, or its link opens no more: days may have passed, in which its reader left or
 * lost the right to it or to a column of it, the owner did, the domain was taken away, or somebody saw that the address is wrong. Null: it may.
 */
export async function refusedNow(call: PublicCtx, companyId: number, mail: MadeMail): Promise<string | null> {
  const { userId, address, how } = mail;
  const isNamed =
    userId === null ? addressesOf(mail).includes(address) : how === 'test' || mail.userIds.includes(userId);
  if (!isNamed) return NOT_NAMED;
  const report = reports[mail.report as ReportName];
  const by = await personOf(call, companyId, userId ?? mail.ownerId);
  const refused = whyNot(by, report);
  if (refused !== null) return refused;
  const seen = columnsFor(report, userId === null ? outsidePrivileges(by!, mail.marginsOutside) : by!.privileges);
  if (!mail.columns.every((column) => seen.includes(column))) return HIDDEN;
  if (userId !== null) return null;
  return (await allowedIn(call, companyId))(address) ? null : NOT_ALLOWED;
}
