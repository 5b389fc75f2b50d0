/** The agreement of a test drive: what it says, what it lacks, and that it is signed as contracts are. */
import { eventMachine } from '#domain/calendars/rules.ts';
import { fuels } from '#domain/calendars/event-terms.ts';
import { printedName } from '#domain/customers/transliteration.ts';
import { dayInRome } from '#domain/dates.ts';
import { Failure, type Missing } from '#domain/errors.ts';
import { day, integer, time } from '#domain/italian.ts';
import { refusalOf } from '#domain/record/machine.ts';
import { headView, readCompany } from '../documents/letterhead.ts';
import { lookPictures, readLook } from '../documents/look.ts';
import type { Printed } from '../documents/printed.ts';
import type { Ctx, Effects } from '../lib/work/context.ts';
import type { Signable } from '../lib/ports/signable.ts';
import { eventCourse, isHidden, minutesOf, type EventRow, whenOf } from './records.ts';
import { readCalendarSettings } from './remind.ts';

/** The line of a test drive's list that its signature ticks. */
const SIGNED = 'Accordo firmato';

/** A test drive with its car and driver; throws `conflict` for an event of another kind. */
async function driveOf(ctx: Ctx, record: EventRow) {
  if (record.kind !== 'test_drive') throw new Failure('conflict', 'Solo una prova su strada ha un accordo.');
  const car = await ctx.db
    .selectFrom('calendars')
    .select(['name', 'plate'])
    .where('companyId', '=', ctx.user.companyId)
    .where('id', 'in', record.calendarIds)
    .where('kind', '=', 'car')
    .orderBy('id')
    .executeTakeFirst();
  const driver =
    record.customerId === null
      ? null
      : await ctx.db
          .selectFrom('customers')
          .select([
            'name',
            'latinName',
            'email',
            'phone',
            'birthDate',
            'birthPlace',
            'address',
            'cap',
            'city',
            'province',
            'country',
          ])
          .where('companyId', '=', ctx.user.companyId)
          .where('id', '=', record.customerId)
          .executeTakeFirstOrThrow();
  return { car, driver };
}

type Drive = Awaited<ReturnType<typeof driveOf>>;

/** Everything that must be there before the agreement is signed. */
function lacksOf(record: EventRow, { car, driver }: Drive): Missing[] {
  const on = dayInRome(new Date(record.startsAt));
  const { licence, licenceUntil, kmOut, fuelOut, userIds } = record;
  return [
    !driver && { sentence: 'Scegliere il cliente che guida.', field: 'customerId' },
    !car && { sentence: 'Scegliere l’auto di prova tra i calendari.', field: 'calendarIds' },
    userIds.length === 0 && { sentence: 'Scegliere chi accompagna la prova.', field: 'calendarIds' },
    !licence && { sentence: 'Inserire il numero della patente.', field: 'licence' },
    !licenceUntil && { sentence: 'Inserire la scadenza della patente.', field: 'licenceUntil' },
    licenceUntil !== null &&
      licenceUntil < on && {
        sentence: `La patente è scaduta il ${day(licenceUntil)}: il cliente non può guidare.`,
        field: 'licenceUntil',
      },
    kmOut === null && { sentence: 'Inserire i km all’uscita.', field: 'kmOut' },
    fuelOut === null && { sentence: 'Inserire il carburante all’uscita.', field: 'fuelOut' },
  ].filter((one) => one !== false);
}

const kmText = (value: number | null) => (value === null ? '' : `${integer(value)} km`);
const fuelText = (value: EventRow['fuelOut']) => (value === null ? '' : fuels[value as keyof typeof fuels]);

/** Everything the document says, as Italian text; what is not known yet is a line to write on. */
function driveView(record: EventRow, { car, driver }: Drive, terms: string) {
  const born = [driver?.birthPlace, driver?.birthDate && `il ${day(driver.birthDate)}`].filter(Boolean).join(', ');
  const address = [driver?.address, [driver?.cap, driver?.city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return {
    driver: driver ? printedName(driver) : '',
    about: [born && `Nascita: ${born}`, address && `Residenza: ${address}`].filter(Boolean),
    facts: [
      ['Patente', record.licence ?? ''],
      ['Valida fino al', record.licenceUntil ? day(record.licenceUntil) : ''],
      ['Auto', car?.name ?? ''],
      ['Targa', car?.plate ?? ''],
    ],
    when: whenOf(new Date(record.startsAt), minutesOf(record)),
    rows: [
      ['Chilometri', kmText(record.kmOut), kmText(record.kmIn)],
      ['Carburante', fuelText(record.fuelOut), fuelText(record.fuelIn)],
      ['Danni', '', record.damage ?? ''],
    ],
    terms: terms.split('\n').filter((line) => line.trim() !== ''),
  };
}

export const printedDrive: Printed = {
  entity: eventMachine.entity,
  async read(ctx, id) {
    const record = await eventCourse.read(ctx, id);
    if (isHidden(ctx, record)) throw new Failure('forbidden');
    const drive = await driveOf(ctx, record);
    const { driveTerms } = await readCalendarSettings(ctx);
    const company = await readCompany(ctx);
    const number = `Prova ${id}`;
    return {
      name: `Accordo prova su strada ${id}`,
      kind: 'agreement',
      revision: 1,
      isFinal: false,
      look: await readLook(ctx),
      drawing: (look) => ({
        template: 'calendars/agreement.typ',
        view: {
          ...headView({
            look,
            company,
            title: 'Accordo per la prova su strada',
            number,
            revision: 1,
            date: ctx.today,
            watermark: '',
            footerLine: '',
          }),
          ...driveView(record, drive, driveTerms),
        },
        pictures: lookPictures(look),
      }),
    };
  },
};

export const signableDrive: Signable = {
  entity: eventMachine.entity,
  movedBy: eventMachine.entity,
  printed: printedDrive,
  async read(ctx, id, { lock = false } = {}) {
    const record = lock ? await eventCourse.lock(ctx, id) : await eventCourse.read(ctx, id);
    const actor = { ...ctx.user, today: ctx.today };
    if (lock && refusalOf(eventMachine, record, actor, 'save')?.code === 'forbidden') throw new Failure('forbidden');
    if (isHidden(ctx, record)) throw new Failure('forbidden');
    const drive = await driveOf(ctx, record);
    const { driveTerms } = await readCalendarSettings(ctx);
    const when = whenOf(new Date(record.startsAt), minutesOf(record));
    return {
      id,
      version: record.version,
      title: `Accordo per la prova su strada del ${when.slice(0, 10)}`,
      about: [drive.car?.name, drive.car?.plate].filter(Boolean).join(' '),
      sellerId: record.userIds[0] ?? 0,
      href: `/dealer/calendars?event=${id}`,
      blocks: [{ kind: 'drive', title: 'Prova su strada', text: driveTerms }],
      // No customer: the advanced signature is for sales (domain/signatures/advanced.ts), whose evidence outlives an erasure.
      parties: drive.driver ? [{ role: 'driver', customerId: null, ...contactsOf(drive.driver) }] : [],
      missing: lacksOf(record, drive),
      firstDay: dayInRome(new Date(record.createdAt)),
      companyBuys: false,
      // Nothing is sold by it: who goes along keeps the paper.
      checks: null,
      open: record.endedAs === null && (record.state === 'not_started' || record.state === 'in_progress'),
      course: [
        {
          done: record.kmIn !== null,
          title: ['Prova su strada', drive.car?.name, drive.car?.plate].filter(Boolean).join(' '),
          said: when,
        },
        {
          done: record.kmIn !== null,
          title: 'Rientro',
          said: record.kmIn === null ? 'da registrare' : `alle ${time(record.endsAt)}, ${kmText(record.kmIn)}`,
        },
      ],
    };
  },
};

const contactsOf = (driver: NonNullable<Drive['driver']>) => ({
  name: printedName(driver),
  email: driver.email,
  phone: driver.phone,
});

/** The signed agreement is done on the list of the drive. */
export const agreementSigned: NonNullable<Effects['document.signed']> = async (ctx, { entity, id }) => {
  if (entity !== eventMachine.entity) return;
  const record = await eventCourse.find(ctx, id, { lock: true });
  const checklist = record.checklist.map((one) => (one.text === SIGNED ? { ...one, done: true } : one));
  await eventCourse.write(ctx, record, { checklist: JSON.stringify(checklist) });
};
