import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkedBy } from '#backend/leads/authentication.ts';

const SERVER = 'mx.brera.example.it';
const AUTHOR = 'lead@portale.example.it';
const check = (...headers: string[]) => checkedBy(headers, SERVER, AUTHOR);
/** A header of the company's server. */
const own = (results: string) => `${SERVER}; ${results}`;

/** How mail servers write the header of a mail that is the author's, as they come out of a mail: unfolded. */
const servers: readonly [string, string, string][] = [
  [
    'Gmail',
    'mx.google.com',
    'mx.google.com;       dkim=pass header.i=@portale.example.it header.s=s1 header.b="q7/Zk1=";       spf=pass (google.com: domain of bounce@portale.example.it designates 192.0.2.7 as permitted sender) smtp.mailfrom=bounce@portale.example.it;       dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=portale.example.it',
  ],
  [
    'OpenDMARC behind Postfix',
    'mail.brera.example.it',
    'mail.brera.example.it; dmarc=pass (p=none dis=none) header.from=portale.example.it',
  ],
  [
    'OpenDKIM',
    'mail.brera.example.it',
    'mail.brera.example.it;\tdkim=pass (2048-bit key; unprotected) header.d=portale.example.it header.i=@portale.example.it header.a=rsa-sha256 header.s=k1 header.b=Tg5k;\tdkim-atps=neutral',
  ],
  [
    'Exim',
    'mx1.brera.example.it',
    'mx1.brera.example.it;\tiprev=pass (out.portale.example.it) smtp.remote-ip=192.0.2.7;\tspf=pass smtp.mailfrom=portale.example.it;\tdkim=pass header.d=portale.example.it header.s=s header.a=rsa-sha256;\tdmarc=pass header.from=portale.example.it;\tarc=none',
  ],
  [
    'rspamd',
    'mail.brera.example.it',
    'mail.brera.example.it;\tdkim=pass header.d=portale.example.it header.s=dk header.b=Ab12;\tspf=pass (mail.brera.example.it: domain of "lead+(a;b)@portale.example.it" designates 192.0.2.7 as permitted sender) smtp.mailfrom="lead+(a;b)@portale.example.it";\tdmarc=pass (policy=quarantine) header.from=portale.example.it',
  ],
  [
    'Aruba',
    'smtpdmarc.aruba.example',
    'smtpdmarc.aruba.example; spf=pass smtp.mailfrom=lead@portale.example.it; dkim=pass (2048-bit key) header.d=portale.example.it header.i=@portale.example.it',
  ],
  [
    'Libero',
    'smtp-35.libero.example',
    'smtp-35.libero.example 1; spf=pass smtp.mailfrom=<lead@portale.example.it> smtp.helo=out.portale.example.it; dkim=none',
  ],
  [
    'Fastmail',
    'mx5.messagingengine.example',
    'mx5.messagingengine.example;     arc=none (no signatures found);     bimi=none (No BIMI records found);     dkim=pass (2048-bit rsa key sha256) header.d=portale.example.it header.i=@portale.example.it header.b=DkW1 header.a=rsa-sha256 header.s=mail x-bits=2048;     dmarc=pass policy.published-domain-policy=none policy.applied-disposition=none policy.evaluated-disposition=none (p=none,d=none,d.eval=none) policy.policy-from=p header.from=portale.example.it;     spf=pass smtp.mailfrom=lead@portale.example.it smtp.helo=out.portale.example.it',
  ],
  [
    'Proofpoint',
    'ppops.net',
    'ppops.net;\tspf=pass smtp.mailfrom=lead@portale.example.it;\tdkim=pass header.s=sel1 header.d=portale.example.it;\tdmarc=pass header.from=portale.example.it',
  ],
  [
    'Amazon SES',
    'amazonses.com',
    'amazonses.com; spf=pass (spfCheck: domain of portale.example.it designates 192.0.2.7 as permitted sender) client-ip=192.0.2.7; envelope-from=lead@portale.example.it; helo=out.portale.example.it; dkim=pass header.i=@portale.example.it; dkim=pass header.i=@amazonses.com; dmarc=pass header.from=portale.example.it;',
  ],
];

describe('mail authentication', () => {
  test.each(servers)(
    '%s vouches for the author where the company names it, and nobody else does',
    (_, name, header) => {
      expect(checkedBy([header], name.toUpperCase(), AUTHOR)).toBe('verified');
      expect(check(header)).toBe('unverified');
      expect(checkedBy([header], '', AUTHOR)).toBe('unverified');
      expect(checkedBy([header], name, 'cliente@altro.example.it')).toBe('unverified');
    },
  );

  test('Exchange Online, which signs no header, vouches for nobody', () => {
    const header =
      'spf=pass (sender IP is 192.0.2.7) smtp.mailfrom=portale.example.it; dkim=pass (signature was verified) header.d=portale.example.it;dmarc=pass action=none header.from=portale.example.it;compauth=pass reason=100';
    for (const name of [SERVER, '', 'spf=pass']) expect(checkedBy([header], name, AUTHOR)).toBe('unverified');
  });

  test.each([
    [
      'by DKIM after a forward that broke SPF',
      'spf=fail smtp.mailfrom=x@altro.example; dkim=pass header.d=portale.example.it; dmarc=pass header.from=portale.example.it',
      'verified',
    ],
    [
      'by SPF where DKIM broke',
      'dkim=fail header.d=portale.example.it; spf=pass smtp.mailfrom=portale.example.it',
      'verified',
    ],
    ['by DKIM of the parent domain', 'dkim=pass header.d=example.it', 'verified'],
    ['by SPF of a subdomain', 'spf=pass smtp.mailfrom=rimbalzi.portale.example.it; dmarc=none', 'verified'],
    ['by a version and spaces around signs', 'dkim/1 = pass header.d = portale.example.it', 'verified'],
    ['not by a top-level domain', 'dkim=pass header.d=it', 'unverified'],
    ['not by a domain that ends alike', 'dkim=pass header.d=altroportale.example.it', 'unverified'],
    ['not by SPF of another domain', 'spf=pass smtp.mailfrom=x@altro.example', 'unverified'],
    ['not by what the other server calls itself', 'spf=pass smtp.helo=portale.example.it', 'unverified'],
    ['not by DMARC of another domain', 'dmarc=pass header.from=altro.example', 'unverified'],
    [
      'not by a comment',
      'spf=none (dkim=pass header.d=portale.example.it; dmarc=pass header.from=portale.example.it)',
      'unverified',
    ],
    [
      'not by what stands in quotes',
      'spf=pass smtp.mailfrom="x; dkim=pass header.d=portale.example.it"@altro.example',
      'unverified',
    ],
    ['not by an address with two at signs', 'spf=pass smtp.mailfrom=a@portale.example.it@altro.example', 'unverified'],
    ['not by a reason', 'dkim=neutral reason="dkim=pass" header.d=portale.example.it', 'unverified'],
    [
      'not by another method',
      'iprev=pass header.d=portale.example.it; auth=pass header.from=portale.example.it',
      'unverified',
    ],
    ['not by softfail', 'spf=softfail smtp.mailfrom=portale.example.it', 'unverified'],
    ['not by permerror', 'spf=permerror smtp.mailfrom=portale.example.it; dkim=temperror', 'unverified'],
    ['not by nothing', 'none', 'unverified'],
    [
      'forged by DMARC, whatever else passes',
      'spf=pass smtp.mailfrom=x@altro.example; dmarc=fail header.from=portale.example.it',
      'forged',
    ],
    ['forged by SPF, where no DKIM vouches', 'spf=fail; dkim=none', 'forged'],
  ])('%s', (_, results, expected) => {
    expect(check(own(results))).toBe(expected);
  });

  test('only the topmost header of the company’s server counts, readable or not', () => {
    const passes = own('dmarc=pass header.from=portale.example.it');
    expect(check('altro.example; dmarc=fail header.from=portale.example.it', passes)).toBe('verified');
    expect(check(own('spf=softfail smtp.mailfrom=portale.example.it'), passes)).toBe('unverified');
    expect(check(own('spf=softfail (never ends'), passes)).toBe('unverified');
    expect(check(own('spf=softfail smtp.mailfrom="never ends'), passes)).toBe('unverified');
  });

  test('domains are one in whatever letters', () => {
    const header = own('dkim=pass header.d=XN--CITT-3NA.example.it.');
    expect(checkedBy([header], SERVER, 'lead@Città.example.it')).toBe('verified');
  });

  test('no text in quotes or comments ever vouches', () => {
    const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
    const inside = (text: string) => `(${text.replaceAll(/[()\\]/g, '\\$&')})`;
    const bad = fc
      .array(
        fc.constantFrom(
          ';',
          ' ',
          '"',
          '(',
          ')',
          '\\',
          'dmarc=pass',
          'dkim=pass',
          'header.d=portale.example.it',
          'header.from=portale.example.it',
          '@',
          'x',
        ),
      )
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(bad, bad, (one, other) => {
        const header = own(`spf=pass ${inside(one)} smtp.mailfrom=${quoted(other)}@altro.example; dkim=none`);
        expect(check(header)).toBe('unverified');
      }),
    );
  });

  test('any text is read, however deep it nests', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(['verified', 'unverified', 'forged']).toContain(check(own(text), text));
      }),
    );
    expect(check(own('(('.repeat(50_000)), own(`"${'\\"'.repeat(50_000)}`))).toBe('unverified');
  });
});
