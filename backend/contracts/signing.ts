/** What of a contract is signed, by whom, and what it lacks before that. */
import { dueOf, firstDayOf } from '#domain/contracts/accounts.ts';
import { blocksOf } from '#domain/contracts/blocks.ts';
import { signLacks } from '#domain/contracts/lacks.ts';
import { sells } from '#domain/contracts/rights.ts';
import { customerStates } from '#domain/contracts/terms.ts';
import { day, money } from '#domain/italian.ts';
import { covers } from '#domain/rights.ts';
import { Failure } from '#domain/errors.ts';
import type { Sources } from '../lib/agreed.ts';
import type { Ctx } from '../lib/context.ts';
import type { Party, Signable } from '../lib/signable.ts';
import { printedContract, sourceOf } from './document.ts';
import { partiesOf } from './parties.ts';
import { contractCourse, type ContractRecord } from './records.ts';

/** Until the sale is invoiced a document may be signed; a cancelled contract is not. */
const open = ({ state, canceledAt }: ContractRecord) =>
  canceledAt === null && state !== 'billed' && state !== 'completed';

function deliveryWords({ deliveredOn, deliveryOn, deliveryAt, promisedOn }: ContractRecord): string {
  if (deliveredOn) return `avvenuta il ${day(deliveredOn)}`;
  if (deliveryOn) return `il ${day(deliveryOn)}${deliveryAt ? ` alle ${deliveryAt}` : ''}`;
  return promisedOn ? `entro il ${day(promisedOn)}` : 'da concordare';
}

/** The course of a sale, for who has signed one of its documents; one that ended asks neither money nor a delivery. */
export function courseOf(record: ContractRecord): [string, string][] {
  const { canceledAt, withdrawnAt, deliveredOn, received } = record;
  const goesOn = canceledAt === null && withdrawnAt === null;
  const ended = canceledAt === null ? 'Recesso comunicato' : 'Annullato';
  const lines: [string, string][] = [
    ['Stato', goesOn ? customerStates[record.state] : ended],
    ['Pagato', money(received)],
  ];
  if (dueOf(record) > 0) lines.push(['Ancora da pagare', money(dueOf(record))]);
  if (goesOn || deliveredOn !== null) lines.push(['Consegna', deliveryWords(record)]);
  return lines;
}

/** Who signs for the customer: the parties of a contract, for a company its legal representative. */
export async function signersOf(ctx: Ctx, record: ContractRecord): Promise<Party[]> {
  const people = await partiesOf(ctx, record);
  const represented = people.some(({ role }) => role === 'legal_representative');
  return people
    .filter(({ role }) => !(represented && role === 'buyer'))
    .map(({ role, id, name, email, phone }) => ({
      role,
      customerId: id,
      name,
      email: (role === 'buyer' && record.email) || email,
      phone: (role === 'buyer' && record.phone) || phone,
    }));
}

/** A contract is signed by its parties. */
export const signableContract = (sources: Sources): Signable => ({
  entity: 'contract',
  printed: printedContract(sources),
  async read(ctx, id, { lock = false } = {}) {
    const record = lock ? await contractCourse.lock(ctx, id) : await contractCourse.read(ctx, id);
    if (lock && !covers(sells, ctx.user.privileges, record.sellerId === ctx.user.id)) throw new Failure('forbidden');
    const { warranty } = await sourceOf(sources, record).terms(ctx, { draft: record.draft, snapshot: record.snapshot });
    return {
      id,
      version: record.version,
      title: `Contratto ${record.number}`,
      sellerId: record.sellerId,
      href: `/dealer/contracts/${id}`,
      blocks: blocksOf(record, warranty),
      parties: await signersOf(ctx, record),
      missing: signLacks(record, ctx.today),
      open: open(record),
      firstDay: firstDayOf(record),
      course: courseOf(record),
    };
  },
});
