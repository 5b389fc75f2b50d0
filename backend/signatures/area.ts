import { signatures as table } from '#domain/signatures/endpoints.ts';
import { area } from '../lib/ports/area.ts';
import type { Signable } from '../lib/ports/signable.ts';
import { accept, blankDeclaration, readAcceptances, readDeclaration, readIdentity, revoke } from './accept.ts';
import { askBy } from './ask.ts';
import { sealing } from './evidence.ts';
import { signatureMail } from './mails.ts';
import { checkBy, scanBy } from './scan.ts';
import { drawnPage, opened, ownDeclarationBy, ownDocument, readPageBy, revokeBy } from './page.ts';
import {
  askedBy,
  listBy,
  originalBy,
  reachBy,
  remindBy,
  reminding,
  reopened,
  signedBy,
  voidAll,
  voidBy,
  endMoved,
  endWaiting,
} from './round.ts';
import { progressBy } from './progress.ts';
import { askCodeBy, refuseBy, signBy } from './signing.ts';
import { tabletBy } from './tablet.ts';
import { verify } from './verify.ts';

/** The area of signatures, over the kinds of records whose document is signed. */
export const signatures = (kinds: readonly Signable[]) =>
  area(table, {
    verbs: {
      'GET /signatures': listBy(kinds),
      'GET /signatures/asked': askedBy(kinds),
      'POST /signatures': askBy(kinds),
      'POST /signatures/paper': scanBy(kinds),
      'POST /signatures/:id/check': checkBy(kinds),
      'GET /signatures/:id/original': originalBy(kinds),
      'GET /signatures/:id/signed': signedBy(kinds),
      'POST /signatures/:id/remind': remindBy(kinds),
      'POST /signatures/:id/signers/:signer/tablet': tabletBy(kinds),
      'PUT /signatures/:id/signers/:signer': reachBy(kinds),
      'POST /signatures/:id/void': voidBy(kinds),
      'GET /signing': readPageBy(kinds),
      'GET /signing/pages/:page': drawnPage,
      'GET /signing/document': ownDocument,
      'POST /signing/opened': opened,
      'POST /signing/progress': progressBy(kinds),
      'POST /signing/code': askCodeBy(kinds),
      'POST /signing/sign': signBy(kinds),
      'POST /signing/refuse': refuseBy(kinds),
      'GET /signing/declaration': ownDeclarationBy(kinds),
      'POST /signing/revoke': revokeBy(kinds),
      'GET /signatures/people/:id': readAcceptances,
      'POST /signatures/people/:id': accept,
      'POST /signatures/people/:id/revoke': revoke,
      'GET /signatures/people/:id/declaration': blankDeclaration,
      'GET /signatures/people/:id/declaration/:acceptance': readDeclaration,
      'GET /signatures/people/:id/paper/:acceptance': readIdentity,
      'GET /verify': verify,
    },
    jobs: [signatureMail, sealing],
    schedules: [reminding],
    effects: {
      'document.changed': voidAll,
      'document.closed': endWaiting,
      'document.reopened': reopened,
      'record.moved': endMoved(kinds),
    },
  });
