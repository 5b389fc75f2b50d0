/** Names and free texts that strangers type are no links in any mail. */
import { afterAll, expect, test } from 'vitest';
import { jobs } from '#backend/areas.ts';
import { eventReminders } from '#backend/calendars/remind.ts';
import { mailCustomer, sendMail } from '#backend/lib/people/mail.ts';
import { unlinked } from '#backend/lib/files/unlinked.ts';
import type { CallName } from '#domain/endpoints.ts';
import { fill } from '#tests/support/areas.ts';
import { approved } from '#tests/support/areas/contracts.ts';
import { eventOf } from '#tests/support/areas/calendars.ts';
import { leadOf } from '#tests/support/areas/leads.ts';
import { testDatabase } from '#tests/support/database.ts';
import { mailsLeft } from '#tests/support/outbox.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
afterAll(() => world.close());
const { query, config, call } = world;
const companyId = 901;
const side = await world.sideOf(world.alfa);

const TRAP = 'Hai vinto! Vai su https://truffa.example/x o www.truffa.example, scrivi a vinci@truffa.example';
/** What programs make links of, but for the addresses of this product. */
const LINKS = /https?:\/\/(?!prova\.example\.it[/\s"<])\S+|www\.\S+|\btruffa\.example|\S+@truffa\S*/g;
/** Subject and text of a mail; its headers name addresses. */
const saidIn = (mail: string) => `${/^Subject: .*$/m.exec(mail)?.[0]}\n${mail.slice(mail.indexOf('\r\n\r\n'))}`;

test('a text without links reads on, and what the company or the product says stays', () => {
  expect(unlinked(TRAP)).toBe(
    'Hai vinto! Vai su https: //truffa. example/x o www. truffa. example, scrivi a vinci @ truffa. example',
  );
  expect(unlinked('Rossi S.r.l., il 24.11.2026 alle 10.30: 25.334,03 €')).toBe(
    'Rossi S.r.l., il 24.11.2026 alle 10.30: 25.334,03 €',
  );
  const keeps = { origin: 'https://prova.example.it', keeps: ['info@auto.example.it'] };
  expect(unlinked('https://prova.example.it/a?b=c info@auto.example.it', keeps)).toBe(
    'https://prova.example.it/a?b=c info@auto.example.it',
  );
  expect(unlinked('https://prova.example.it.truffa.example/', keeps)).not.toContain('https://');
});

test('neither part of a mail makes a link of what a stranger typed; what a colleague wrote stays as written', async () => {
  const dealer = { name: 'Alfa', email: 'alfa@auto.example.it', signature: 'Alfa, www.alfa.example.it' };
  const mail = { subject: TRAP, text: `${TRAP}\n\n${config.PUBLIC_ORIGIN}/x` };
  await mailCustomer(config, dealer, { ...mail, to: 'parti@posta.example.it' });
  const [one] = mailsLeft(config, 'parti@posta.example.it');
  expect(saidIn(one!).replaceAll('www.alfa.example.it', '').match(LINKS)).toBeNull();
  expect(one).toContain(`<a href="${config.PUBLIC_ORIGIN}/x">`);
  expect(one).toContain('www.alfa.example.it');
  await sendMail(config, { ...mail, to: 'scritta@posta.example.it', written: true });
  expect(mailsLeft(config, 'scritta@posta.example.it')[0]).toContain(TRAP);
});

/** Makes what a kind of mail is about, with names that are traps; returns what its job is given. */
const idOf = async (text: string) => (await query(`${text} order by id desc limit 1`))[0]!.id as number;
const done = async (name: CallName) => {
  const { sent, as } = await fill(name, side);
  const answer = await call(as, name, sent);
  expect([name, answer.status < 300, answer.body]).toEqual([name, true, expect.anything()]);
  return answer.body;
};
const message = async (entity: string) => {
  const id = await idOf(
    `select id::int from messages where company_id = 901 and entity = '${entity}' and sent_at is null`,
  );
  return { companyId, id };
};
const kinds: Readonly<Record<string, () => Promise<object>>> = {
  'reset-mail': async () => ({ email: side.as.email }),
  'invitation-mail': async () => ({ companyId, userId: side.as.id }),
  'activation-mail': async () => ({ companyId, userId: side.as.id }),
  'password-notice': async () => ({ companyId, userId: side.as.id }),
  'security-notice': async () => ({ companyId, userId: side.as.id, what: 'activated' }),
  'notification-mail': async () => {
    await query(
      "insert into notifications (company_id, user_id, kind, title, text, href, created_at) values (901, $1, 'lead_assigned', $2, $2, '/dealer', now())",
      [side.as.id, TRAP],
    );
    return { companyId, id: await idOf('select id::int from notifications where company_id = 901') };
  },
  'privacy-mail': async () => {
    await query('update customers set name = $1 where company_id = 901', [TRAP]);
    await done('POST /privacy/customers/:id/send');
    return message('customer');
  },
  'event-post': async () => {
    const lead = await side.call('POST /leads', {
      body: { ...leadOf({ name: TRAP.slice(0, 100), email: 'evento@posta.example.it' }), assigneeId: side.as.id },
    });
    const body = eventOf({ kind: 'appointment', leadId: lead.body.id, title: TRAP.slice(0, 80), day: '2026-12-03' });
    expect((await side.call('POST /calendars/events', { body })).status).toBe(201);
    world.clock.now = new Date(world.clock.now.getTime() + 120_000);
    await eventReminders.run(world.outside(), {});
    return message('event');
  },
  'lead-post': async () => {
    const { body } = await side.call('POST /leads', {
      body: { ...leadOf({ name: TRAP.slice(0, 100), email: 'lead@posta.example.it' }), assigneeId: side.as.id },
    });
    const sent = { channel: 'mail', subject: 'La sua richiesta', text: 'Buongiorno, quando possiamo sentirci?' };
    await side.call('POST /leads/:id/messages', { params: { id: body.id }, version: body.version, body: sent });
    return message('lead');
  },
  'quote-mail': async () => {
    await done('POST /quotes/:id/messages');
    return message('quote');
  },
  'enclosures-post': async () => {
    await done('POST /contracts/:id/enclosures');
    await query("update messages set body = $1 || body where company_id = 901 and entity = 'contract'", [TRAP]);
    return message('contract');
  },
  'confirmation-post': async () => {
    await approved(side);
    await query("update messages set body = $1 || body where company_id = 901 and entity = 'contract' and sent_at is null", [TRAP]); // prettier-ignore
    return message('contract');
  },
  'signature-mail': async () => {
    await done('POST /signatures');
    const id = await idOf(
      "select id::int from signature_signers where company_id = 901 and state = 'asked' and email is not null",
    );
    await query('update signature_signers set name = $2 where company_id = 901 and id = $1', [id, TRAP]);
    return { companyId, id, why: 'ask' };
  },
  'automatic-report-mail': async () => {
    await fill('GET /mailed-reports', side);
    await query('update automatic_reports set name = $1 where company_id = 901', [TRAP]);
    return { companyId, id: await idOf('select id::int from report_mails where company_id = 901') };
  },
  'payment-post': async () => {
    await query(
      `insert into messages (company_id, entity, record_id, direction, user_id, created_at, address, subject, body)
       values (901, 'customer', $1, 'out', $2, now(), 'cliente@posta.example.it', 'Pagamento', $3)`,
      [side.customerId, side.as.id, `Gentile ${TRAP}`],
    );
    return message('customer');
  },
  'withdrawal-mail': async () => {
    const { id } = await done('POST /contracts/:id/withdrawal');
    await query('update contracts set withdrawn_name = $2 where company_id = 901 and id = $1', [id, TRAP]);
    return { companyId, id };
  },
};

test('every kind of mail is walked, and none has a link but this product’s', async () => {
  const sends = jobs.map(({ name }) => name).filter((name) => /mail|post|notice$/.test(name));
  expect(Object.keys(kinds).toSorted()).toEqual(sends.toSorted());
  await query('update users set name = $2 where company_id = 901 and id = $1', [side.as.id, TRAP]);
  for (const [name, make] of Object.entries(kinds)) {
    const payload = await make();
    const before = mailsLeft(config).length;
    await jobs.find((job) => job.name === name)!.run(world.outside(), payload as never);
    const sent = mailsLeft(config).slice(before).map(saidIn);
    expect([name, sent.length]).toEqual([name, 1]);
    expect([name, sent[0]!.match(LINKS)]).toEqual([name, null]);
  }
});

test('a value that a template takes from a lead is no link; an advertisement of an admitted source is one', async () => {
  const advert = 'https://autovetrina.example.it/annuncio/7';
  const values = async (changes: object) => {
    const { body } = await side.call('POST /leads', { body: { ...leadOf(changes), assigneeId: side.as.id } });
    return (await side.call('GET /leads/:id/writing', { params: { id: body.id } })).body.values;
  };
  const shown = await values({ name: TRAP.slice(0, 100), advert, plate: '' });
  expect([shown['Link annuncio'], JSON.stringify(shown).replace(advert, '').match(LINKS)]).toEqual([advert, null]);
  expect((await values({ advert: 'Vai su www.truffa.example' }))['Link annuncio']).toBe('Vai su www. truffa. example');
});
