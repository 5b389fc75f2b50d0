/** Mails as portals and people send them: their parts, their pages, their labels. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Lead } from '#domain/leads/schema.ts';
import {
  adfDocument,
  customerOf,
  leadDoors,
  pageMail,
  plainMail,
  PORTAL,
  portalMail,
} from '#tests/support/areas/lead-doors.ts';

const { sendMail, leads, waiting, empty, close, call, query, manager, admitPortal, userWith, settle } =
  await leadDoors();
afterAll(() => close());
beforeAll(() => admitPortal('mx.example.net'));
beforeEach(() => empty());

const document = adfDocument(customerOf('Emme', 'Dodici', '3331110029', 'm12@example.it'));
const base64 = (text: string) => Buffer.from(text).toString('base64');
const xmlPart = (name: string, type = 'application/xml') =>
  `Content-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(document)}\r\n`;
const mixed = (...parts: string[]) =>
  portalMail(
    `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts.map((part) => `--b\r\n${part}`).join('')}--b--\r\n`,
  );
const note = 'Content-Type: text/plain; charset=utf-8\r\n\r\nNuovo lead in allegato.\r\n';

const twelve = { name: 'Emme Dodici', phone: '+393331110029', email: 'm12@example.it' };
const lead = (name: string, phone: string, more: object = {}) => ({ name, phone, ...more });

const cases: readonly [string, string, Partial<Record<keyof Lead, unknown>>][] = [
  ['ADF in the text with a footer', plainMail(`${document}\n-- \nInviato da <noreply@portale.example.it>`), twelve],
  ['ADF behind a greeting', plainMail(`Buongiorno,\necco il lead:\n\n${document}`), twelve],
  ['ADF as an attachment', mixed(note, xmlPart('lead.xml')), twelve],
  ['ADF as a file of any kind', mixed(note, xmlPart('lead.adf', 'application/octet-stream')), twelve],
  [
    'ADF as the only part',
    portalMail(`Content-Type: application/xml\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(document)}\r\n`),
    twelve,
  ],
  ['ADF as text of a page', pageMail(`<pre>${document.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</pre>`), twelve],
  [
    'a page with a style sheet and entities',
    pageMail(
      '<html><head><title>Lead</title><style>p{color:red}</style></head><body><p><b>Nome:</b> Emme D&#39;Angelo</p><p><b>Telefono:</b> 333 1110024</p><p>Messaggio: Perch&eacute; no?</p></body></html>',
    ),
    lead("Emme D'Angelo", '+393331110024', { message: 'Perché no?' }),
  ],
  [
    'values on the next line',
    plainMail('Nome:\nEmme Dieci\n\nTelefono:\n333 1110026\n\nMessaggio:\nVorrei provarla'),
    lead('Emme Dieci', '+393331110026', { message: 'Vorrei provarla' }),
  ],
  [
    'a table',
    pageMail(
      '<table><tr><td>Nome</td><td>Emme Tabella</td></tr><tr><td>Telefono</td><td>333 1110027</td></tr></table>',
    ),
    lead('Emme Tabella', '+393331110027'),
  ],
  [
    'a table in a table with divs',
    pageMail(
      '<table><tr><td><table><tr><th><div>Nome&nbsp;cliente:</div></th><td><div><span>Emme</span> <b>Annidata</b></div></td></tr><tr><th><p>Cellulare</p></th><td><a href="tel:+393331110028">333 1110028</a></td></tr></table></td></tr></table>',
    ),
    lead('Emme Annidata', '+393331110028'),
  ],
  [
    'a table with its labels on top',
    pageMail(
      '<table><tr><th>Nome</th><th>Telefono</th><th>E-mail</th></tr><tr><td>Emme Sopra</td><td>333 1110030</td><td>sopra@example.it</td></tr></table>',
    ),
    lead('Emme Sopra', '+393331110030', { email: 'sopra@example.it' }),
  ],
  [
    'a list of terms',
    pageMail('<dl><dt>Nome</dt><dd>Emme Lista</dd><dt>Telefono</dt><dd>333 1110031</dd></dl>'),
    lead('Emme Lista', '+393331110031'),
  ],
  [
    'bold by stars',
    plainMail('*Nome:* Anna Prova\n**Telefono**: 333 1110032\n_Auto:_ *Fiat 500*'),
    lead('Anna Prova', '+393331110032', { vehicle: 'Fiat 500' }),
  ],
  [
    'long labels',
    plainMail(
      'Nome cliente: Anna Prova\nNumero di telefono: 333 1110033\nIndirizzo e-mail: anna@example.it\nMessaggio del cliente: Ciao',
    ),
    lead('Anna Prova', '+393331110033', { email: 'anna@example.it', message: 'Ciao' }),
  ],
  [
    'first name and surname apart, labels behind the message',
    plainMail(
      'Nome: Anna\nCognome: Prova\nMessaggio: È libera?\nAnche domenica?\nTelefono: 333 1110034\nTarga: AB123CD',
    ),
    lead('Anna Prova', '+393331110034', { message: 'È libera?\nAnche domenica?', plate: 'AB123CD' }),
  ],
  [
    'marks of a list, and what no field knows',
    plainMail('- Nome: Anna Prova\n• Cell.: 333 1110035\n1. Budget: 20.000 euro\nMessaggio: Ciao'),
    lead('Anna Prova', '+393331110035', { details: expect.stringContaining('Budget: 20.000 euro') }),
  ],
  [
    'a quoted mail below an answer',
    plainMail(
      'Ancora disponibile?\n\nIl giorno 20/11/2026 il portale ha scritto:\n> Nome: Anna Prova\n> Telefono: 333 1110036\n> Auto: Fiat 500',
    ),
    lead('Anna Prova', '+393331110036', {
      vehicle: 'Fiat 500',
      message: expect.stringContaining('Ancora disponibile?'),
    }),
  ],
  [
    'the telephone of the portal below its signature',
    plainMail('Nome: Anna Prova\nE-mail: anna@example.it\n-- \nPortale Auto\nTelefono: 02 99999999'),
    { name: 'Anna Prova', phone: null, email: 'anna@example.it' },
  ],
  [
    'two telephones, make and model apart, a trade-in',
    plainMail(
      'Nome: Anna Prova\nTelefono: 02 12345678\nCellulare: 333 1110037\nMarca: Fiat\nModello: Panda\nPermuta: Lancia Y 2010',
    ),
    lead('Anna Prova', '+390212345678', { phone2: '+393331110037', vehicle: 'Fiat Panda', tradeIn: 'Lancia Y 2010' }),
  ],
  [
    'telephones and addresses of the dealer and the seller',
    plainMail(
      'Nome: Anna Prova\nTelefono concessionaria: 02 99999999\nEmail venditore: vendite@example.it\nTelefono cellulare del cliente: 333 1110044',
    ),
    lead('Anna Prova', '+393331110044', {
      phone2: null,
      email: null,
      message: expect.stringContaining('Telefono concessionaria: 02 99999999'),
    }),
  ],
  [
    'a car with its year apart',
    plainMail(
      'Nome: Anna De Prova\nCognome: De Prova\nTelefono: 333 1110045\nAuto: Fiat Panda\nMarca: Fiat\nAnno: 2019',
    ),
    lead('Anna De Prova', '+393331110045', { vehicle: 'Fiat Panda 2019' }),
  ],
  ...(['noreply@altro.example.it', PORTAL, 'Cliente <anna@example.it>'] as const).map(
    (replyTo): [string, string, Partial<Record<keyof Lead, unknown>>] => [
      `answers go to ${replyTo}`,
      plainMail('Telefono: 333 1110046').replace('Subject', `Reply-To: ${replyTo}\r\nSubject`),
      replyTo.startsWith('Cliente')
        ? lead('Cliente', '+393331110046', { email: 'anna@example.it' })
        : lead('', '+393331110046', { email: null }),
    ],
  ),
  [
    'a form that a site passes on',
    plainMail('Da: Anna Prova <anna@example.it>\nOggetto: Info\n\nVorrei un preventivo\n\nTel: 333 1110048'),
    lead('Anna Prova', '+393331110048', { email: 'anna@example.it' }),
  ],
  [
    'the own answer below a request',
    plainMail('Telefono: 333 1110049\n\nDa: Salone <vendite@salone.example.it>\nOggetto: Re: Info'),
    lead('', '+393331110049', { email: null }),
  ],
  [
    'an object of JSON',
    plainMail('{"nome":"Anna Prova","contact":{"phones":["333 1110050"]}}'),
    lead('Anna Prova', '+393331110050'),
  ],
  ['pipes', plainMail('Nome | Anna Prova\nTelefono | 333 1110051'), lead('Anna Prova', '+393331110051')],
  ['blanks', plainMail('Nome          Anna Prova\nTelefono      333 1110052'), lead('Anna Prova', '+393331110052')],
  ['brackets', plainMail('[Nome] Anna Prova\n[Telefono] 333 1110053'), lead('Anna Prova', '+393331110053')],
  ['a list of semicolons', plainMail('nome;telefono\nAnna Prova;333 1110054'), lead('Anna Prova', '+393331110054')],
  [
    'words in brackets behind a label',
    plainMail('Nome (obbligatorio): "Anna Prova"\nTelefono *: 333 1110055\nMessaggio (facoltativo): ciao'),
    lead('Anna Prova', '+393331110055', { message: 'ciao' }),
  ],
  [
    'a message that begins like a label',
    plainMail('Nome: Anna Prova\nTelefono: 333 1110056\nMessaggio: Auto: mi interessa questa'),
    lead('Anna Prova', '+393331110056', { message: 'Auto: mi interessa questa', vehicle: '' }),
  ],
  [
    'labels and values two by two',
    pageMail(
      '<table><tr><td>Nome</td><td>Anna</td><td>Cognome</td><td>Prova</td></tr><tr><td>Cellulare</td><td>333 1110057</td><td>Email</td><td>anna@example.it</td></tr></table>',
    ),
    lead('Anna Prova', '+393331110057', { email: 'anna@example.it' }),
  ],
  [
    'a number and an address behind words',
    pageMail(
      '<p>Nome: Anna Prova</p><p>Telefono: <a href="tel:+393331110058">Chiama ora</a></p><p>E-mail: <a href="mailto:anna@example.it?subject=x">Scrivi</a></p>',
    ),
    lead('Anna Prova', '+393331110058', { email: 'anna@example.it' }),
  ],
  [
    'German',
    plainMail('Vorname: Anna\nNachname: Prova\nTelefon: 0039 333 1110059\nFahrzeug: Fiat 500\nNachricht: Hallo'),
    lead('Anna Prova', '+393331110059', { vehicle: 'Fiat 500', message: 'Hallo' }),
  ],
  [
    'French',
    plainMail('Nom : Prova\nPrénom : Anna\nTéléphone : 333 1110060\nCourriel : anna@example.it'),
    lead('Anna Prova', '+393331110060', { email: 'anna@example.it' }),
  ],
  [
    'a text that only says to look at the page',
    portalMail(
      `MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nApri la versione HTML.\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Nome: Anna Prova</p><p>Tel: 333 1110038</p>\r\n--b--\r\n`,
    ),
    lead('Anna Prova', '+393331110038'),
  ],
  [
    'a sentence that says who asks, and of which advert',
    plainMail('Ciao Salone,\n\nAnna Prova ha risposto al tuo annuncio "Fiat Panda 2018"\n\nTel 333 1110061'),
    lead('Anna Prova', '+393331110061', { vehicle: 'Fiat Panda 2018' }),
  ],
  [
    'a sentence that says nobody',
    plainMail('Il Cliente ha richiesto informazioni\nTel 333 1110062'),
    lead('', '+393331110062'),
  ],
  [
    'the parts of a trade-in',
    plainMail(
      'Nome: Anna Prova\nTelefono: 333 1110063\nPermuta: Sì\nTarga permuta: AB123CD\nPermuta - Modello: Opel Corsa',
    ),
    lead('Anna Prova', '+393331110063', { tradeIn: 'Targa AB123CD, Modello Opel Corsa', plate: '', vehicle: '' }),
  ],
  [
    'labels in groups',
    plainMail(
      'Veicolo - Marca: Fiat\nVeicolo - Modello: 500\nCliente - Nome: Anna Prova\nConcessionario - Telefono: 02 12345678\nCliente - Telefono: 333 1110066',
    ),
    lead('Anna Prova', '+393331110066', { vehicle: 'Fiat 500', phone2: null }),
  ],
  [
    'no trade-in',
    plainMail('Nome: Anna Prova\nTelefono: 333 1110064\nPermuta: No\nMessaggio: ciao'),
    lead('Anna Prova', '+393331110064', { tradeIn: '', details: expect.stringContaining('Permuta: No') }),
  ],
  [
    'labels of one line between dashes',
    plainMail('Nome: Anna Prova - Telefono: 333 1110068 - Email: anna@example.it - Messaggio: ciao'),
    lead('Anna Prova', '+393331110068', { email: 'anna@example.it', message: 'ciao' }),
  ],
  [
    'a trade-in in one line',
    plainMail('Nome: Anna Prova\nTelefono: 333 1110073\nPermuta: Fiat Punto - Anno: 2010 - Targa: AB123CD'),
    lead('Anna Prova', '+393331110073', {
      tradeIn: 'Fiat Punto - Anno: 2010 - Targa: AB123CD',
      vehicle: '',
      plate: '',
    }),
  ],
  [
    'no trade-in, with the empty fields of its form',
    plainMail(
      'Nome: Anna Prova\nTelefono: 333 1110069\nPermuta: No\nPermuta - Marca:\nPermuta - Modello: n.d.\nTarga permuta: -\nKm permuta: 0\nMessaggio: ciao',
    ),
    lead('Anna Prova', '+393331110069', { tradeIn: '', message: 'ciao' }),
  ],
  [
    'what a group says beside the name and the car, and a number of the portal',
    plainMail(
      'Cliente - Città: Milano\nCliente - Nome: Anna Prova\nVeicolo - Chilometri: 50.000\nVeicolo - Prezzo: 9.900\nVeicolo - Modello: 500\nAnnuncio - ID: 123\nAnnuncio - Link: https://x.example.it/1\nLumera Online - Tel: 02 99999999\nCliente - Telefono: 333 1110070',
    ),
    lead('Anna Prova', '+393331110070', {
      vehicle: '500',
      advert: 'https://x.example.it/1',
      phone2: null,
      message: expect.stringMatching(/Città: Milano[^]*Prezzo: 9\.900[^]*Tel: 02 99999999/),
    }),
  ],
  ...(['Lumera Online ti ha inviato una richiesta', 'Nuovo Cliente ha richiesto informazioni'] as const).map(
    (sentence): [string, string, Partial<Record<keyof Lead, unknown>>] => [
      `a sentence that names nobody who asks: ${sentence}`,
      plainMail(`${sentence}\nTel 333 1110071`).replace('From: Portale Auto', 'From: Lumera Online'),
      lead('', '+393331110071'),
    ],
  ),
  [
    'a comma for a point in an address',
    plainMail('Nome: Anna Prova\nTelefono: 333 1110072\nE-mail: anna,prova@example.it'),
    lead('Anna Prova', '+393331110072', { email: null, details: expect.stringContaining('anna,prova@example.it') }),
  ],
  [
    'a certified mail in its envelope',
    mixed(
      'Content-Type: text/plain; charset=iso-8859-1\r\n\r\nMessaggio di posta certificata\r\nIl giorno 28/11/2026 alle ore 10:00:00 (+0100) il messaggio e\' stato inviato da "anna@pec.example.it"\r\n',
      `Content-Type: message/rfc822; name="postacert.eml"\r\n\r\nFrom: Anna Prova <anna@pec.example.it>\r\nSubject: x\r\n\r\nNome: Anna Prova\r\nTelefono: 333 1110065\r\nMessaggio: Un preventivo?\r\n`,
    ),
    lead('Anna Prova', '+393331110065', { message: 'Un preventivo?' }),
  ],
  [
    'a forwarded mail as an attachment',
    mixed(
      note,
      `Content-Type: message/rfc822\r\n\r\nFrom: <altro@example.it>\r\nSubject: x\r\n\r\nNome: Anna Prova\r\nTelefono: 333 1110039\r\n`,
    ),
    lead('Anna Prova', '+393331110039'),
  ],
];

describe('mails', () => {
  test.each(cases)('%s', async (_, mail, expected) => {
    expect(await sendMail(mail)).toBe(204);
    expect((await waiting()).map(({ why }) => why)).toEqual([]);
    expect(await leads()).toEqual([expect.objectContaining({ ...expected, sourceName: 'Portale Auto' })]);
  });

  test('forwarded by a mailbox, with the signature of the portal, is not forged', async () => {
    const checks =
      'Authentication-Results: mx.example.net; spf=fail smtp.mailfrom=x@inoltro.example; dkim=pass header.d=portale.example.it; dmarc=pass header.from=portale.example.it\r\n';
    await sendMail(`${checks}${plainMail('Nome: Anna Prova\nTelefono: 333 1110040')}`);
    expect((await leads()).map(({ name, mail }) => [name, mail])).toEqual([['Anna Prova', null]]);
  });

  test('a mail that comes twice is one lead, and two of one id are two', async () => {
    const one = (text: string) => plainMail(text).replace('Subject', 'Message-ID: <1@portale.example.it>\r\nSubject');
    for (const text of [
      'Nome: Anna Prova\nTelefono: 333 1110041',
      'Nome: Anna Prova\nTelefono: 333 1110041',
      'Nome: Bea Prova\nTelefono: 333 1110042',
    ])
      await sendMail(one(text));
    expect((await leads()).map(({ name, joined }) => [name, joined.length])).toEqual([
      ['Anna Prova', 0],
      ['Bea Prova', 0],
    ]);
  });

  const image =
    'Content-Type: image/png; name="libretto.png"\r\nContent-Disposition: attachment; filename="libretto.png"\r\nContent-Transfer-Encoding: base64\r\n\r\nQUJDREVG\r\n';
  const unread = (from: string) =>
    mixed(
      'Content-Type: text/plain; charset=utf-8\r\n\r\nBuongiorno, vi mando il libretto. Potete chiamarmi al 333 111 0043?\r\n',
      image,
    ).replace(`Portale Auto <${PORTAL}>`, from);

  test('a mail that nobody can read waits with its attachments and what was found; a lead is made of it once', async () => {
    await sendMail(unread('Anna Prova <anna@altro.example.it>'));
    const [one] = await waiting();
    expect(one).toMatchObject({
      why: expect.stringContaining('Mittente non ammesso'),
      raw: expect.stringMatching(/vi mando il libretto[^]*Allegato: libretto.png/),
      found: { name: 'Anna Prova', email: 'anna@altro.example.it', phone: '+393331110043' },
      sender: 'anna@altro.example.it',
      hasFile: true,
    });
    const params = { intakeId: one!.id };
    const file = await call(manager, 'GET /leads/inbound/:intakeId/file', { params });
    expect([
      file.status,
      JSON.stringify(file.body).includes('QUJDREVG') || String(file.body).includes('QUJDREVG'),
    ]).toEqual([200, true]);
    const { body: terms } = await call(manager, 'GET /leads/assignees', {});
    expect(terms).toBeDefined();
    const { leadOf } = await import('#tests/support/areas/leads.ts');
    const body = { ...leadOf({ ...one!.found }), assigneeId: null };
    const made = await call(manager, 'POST /leads/inbound/:intakeId/enter', { params, body });
    expect([made.status, made.body.phone]).toEqual([201, '+393331110043']);
    const again = await call(manager, 'POST /leads/inbound/:intakeId/enter', { params, body });
    expect([again.status, (await waiting()).length, (await leads()).length]).toEqual([409, 0, 1]);
    expect(await query("select from lead_intakes where raw <> '' or shown is not null or found <> '{}'")).toEqual([]);
  });

  test('a mail that becomes a lead keeps its attachments there until somebody has looked', async () => {
    const said = 'Content-Type: text/plain; charset=utf-8\r\n\r\nNome: Anna Prova\r\nTelefono: 333 1110044\r\n';
    await sendMail(mixed(said, image));
    const [one] = await leads();
    expect([one!.details, one!.originals]).toEqual([
      expect.stringContaining('Allegato: libretto.png'),
      [expect.objectContaining({ source: 'E-mail', isMail: true })],
    ]);
    const params = { id: one!.id, intakeId: one!.originals[0]!.id };
    const file = await call(manager, 'GET /leads/:id/originals/:intakeId', { params });
    expect((file.body as Buffer).toString()).toContain('QUJDREVG');
    const elsewhere = { ...params, intakeId: params.intakeId + 1 };
    expect((await call(manager, 'GET /leads/:id/originals/:intakeId', { params: elsewhere })).status).toBe(404);
    const seen = await call(manager, 'DELETE /leads/:id/originals/:intakeId', { params });
    expect([seen.status, seen.body.originals]).toEqual([200, []]);
    expect((await call(manager, 'GET /leads/:id/originals/:intakeId', { params })).status).toBe(404);
    expect(await query("select from lead_intakes where raw <> '' or shown is not null")).toEqual([]);
  });

  test('a mail with nothing but ends of lines behind a lead is read as far as anybody would, and kept whole', async () => {
    await sendMail(plainMail(`Nome: Anna Prova\nTelefono: 333 1110067\n${'\n'.repeat(200_000)}`));
    const [one] = await leads();
    expect([one!.name, one!.originals.length]).toEqual(['Anna Prova', 1]);
  });

  test('a mail of beginnings of documents alone waits, with what it says', async () => {
    await sendMail(plainMail(`${document}\n${'<adf>'.repeat(20_000)}`));
    expect([(await leads()).map(({ name }) => name), (await waiting()).map(({ why }) => why)]).toEqual([
      ['Emme Dodici'],
      [expect.stringContaining('Più di 500 richieste')],
    ]);
  });

  test('with the logo of the portal alone keeps nothing', async () => {
    const logo =
      'Content-Type: image/png; name="logo.png"\r\nContent-ID: <logo>\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64\r\n\r\nQUJDREVG\r\n';
    const page =
      'Content-Type: text/html\r\n\r\n<img src="cid:logo"><p>Nome: Anna Prova</p><p>Telefono: 333 1110045</p>\r\n';
    await sendMail(mixed(page, logo).replace('mixed', 'related'));
    const [one] = await leads();
    expect([one!.phone, one!.details, one!.originals]).toEqual(['+393331110045', '', []]);
  });

  test('with which a customer answers keeps its attachments with their lead', async () => {
    await sendMail(plainMail('Nome: Anna Prova\nTelefono: 333 1110046\nE-mail: anna@example.it'));
    const [{ number }] = (await leads()) as [Lead];
    await sendMail(
      mixed('Content-Type: text/plain\r\n\r\nEcco il libretto.\r\n', image)
        .replace(`Portale Auto <${PORTAL}>`, '<anna@example.it>')
        .replace('Nuova richiesta', `Re: [${number}]`),
    );
    const [one] = await leads();
    expect([one!.messages.map(({ text }) => text), one!.originals]).toEqual([
      [expect.stringContaining('Ecco il libretto.')],
      [expect.objectContaining({ isMail: true })],
    ]);
  });

  test.each([
    ['another mailbox of the portal', 'info@portale.example.it', 'info@portale.example.it', null],
    ['another mailbox below its domain', 'assistenza@mail.example.it', 'assistenza@mail.example.it', null],
    [
      'an address that it passes on',
      'a1b2c3@risposte.example.it',
      'a1b2c3@risposte.example.it',
      'a1b2c3@risposte.example.it',
    ],
    ['the customer', 'anna@altro.example', 'Anna Prova <anna@altro.example>', 'anna@altro.example'],
  ])('that asks to answer %s', async (_, __, replyTo, email) => {
    await sendMail(
      plainMail('Nome: Anna Prova\nTelefono: 333 1110047').replace('Subject', `Reply-To: ${replyTo}\r\nSubject`),
    );
    expect((await leads()).map((one) => one.email)).toEqual([email]);
  });

  test('a mail of a sender who is let in is read at once, with all that waited', async () => {
    const text = (n: number) =>
      plainMail(`Nome: Persona ${n}\nTelefono: 333 111005${n}`).replace(
        `Portale Auto <${PORTAL}>`,
        '<nuovo@altro.example.it>',
      );
    for (const n of [1, 2]) await sendMail(text(n));
    const [one] = await waiting();
    const params = { intakeId: one!.id };
    const body = { name: 'Altro portale', source: 'portal' };
    const other = await userWith('manageAllLeads');
    expect((await call(other, 'POST /leads/inbound/:intakeId/admit', { params, body })).status).toBe(403);
    expect((await call(manager, 'POST /leads/inbound/:intakeId/admit', { params, body })).status).toBe(204);
    await settle();
    expect([(await waiting()).length, (await leads()).map(({ name, sourceName }) => [name, sourceName])]).toEqual([
      0,
      [
        ['Persona 1', 'Altro portale'],
        ['Persona 2', 'Altro portale'],
      ],
    ]);
    expect((await call(manager, 'POST /leads/inbound/:intakeId/admit', { params, body })).status).toBe(404);
  });

  test('with one document that can be read and one that cannot is a lead, and waits', async () => {
    await sendMail(plainMail(`${document}\n<adf><prospect><customer>`));
    expect([(await leads()).map(({ name }) => name), (await waiting()).map(({ why }) => why)]).toEqual([
      ['Emme Dodici'],
      [expect.stringContaining('XML non leggibile')],
    ]);
  });
});
