import { privacy as table } from '#domain/privacy/endpoints.ts';
import { area } from '../lib/ports/area.ts';
import { datedSettings } from '../lib/records/dated.ts';
import { followLead, note, readConsents, settingsGroup } from './consents.ts';
import { choose, readPage } from './page.ts';
import { exportRecipients, readReach } from './recipients.ts';
import { endLinks, makeLink, privacyMail, sendLink } from './sending.ts';
import { publish, readTexts } from './texts.ts';

const settings = datedSettings({ ...settingsGroup, entity: 'privacy_settings' });

/** The area of privacy: texts, consents and retention times. */
export const privacy = area(table, {
  verbs: {
    'GET /privacy/settings': settings.read,
    'PUT /privacy/settings': settings.save,
    'POST /privacy/settings/unschedule': settings.unschedule,
    'GET /privacy/settings/timeline': settings.history,
    'GET /privacy/texts': readTexts,
    'POST /privacy/texts': publish,
    'GET /privacy/reach': readReach,
    'GET /privacy/recipients': exportRecipients,
    'GET /privacy/customers/:id': readConsents,
    'POST /privacy/customers/:id': note,
    'POST /privacy/customers/:id/send': sendLink,
    'POST /privacy/customers/:id/link': makeLink,
    'POST /privacy/customers/:id/revoke': endLinks,
    'GET /privacy/page': readPage,
    'POST /privacy/page': choose,
  },
  jobs: [privacyMail],
  effects: { 'lead.linked': followLead },
});
