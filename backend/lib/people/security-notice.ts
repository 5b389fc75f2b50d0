import type { Job } from '../work/context.ts';
import { sendMail } from './mail.ts';
import { readPerson } from './people.ts';

const ask = 'Chi non ne sa nulla cambi la password e avvisi l’amministratore dell’azienda.';

/** Mails about changes of how a person logs in, so that a change by somebody else is noticed. */
const notices = {
  activated: ['Secondo fattore attivato', `per accedere serve ora anche il codice dell’app. ${ask}`],
  removed: ['Secondo fattore disattivato', `per accedere basta ora la password. ${ask}`],
  reset: [
    'Secondo fattore azzerato',
    'un amministratore della sua azienda ha azzerato il secondo fattore: i codici di prima non valgono più e le sessioni sono state chiuse.' +
      ' Si può attivare di nuovo dalle impostazioni.',
  ],
  recoveryUsed: ['Usato un codice di recupero', `un codice di recupero è stato usato al posto dell’app. ${ask}`],
  emailChanged: [
    'Indirizzo di accesso cambiato',
    'da ora si accede con un altro indirizzo e-mail, e questo non riceve più nulla. Chi non ne sa nulla avvisi subito l’amministratore dell’azienda.',
  ],
} as const;

interface SecurityNotice {
  companyId: number;
  userId: number;
  what: keyof typeof notices;
  /** Address to use instead of the person's own. */
  to?: string;
}

export const securityNotice: Job<SecurityNotice> = {
  name: 'security-notice',
  pace: 'mail',
  run: async ({ config, asCompany }, { companyId, userId, what, to }) => {
    const person = await asCompany(companyId, null, ({ db }) => readPerson(db, { companyId, userId }));
    if (!person) return;
    const [subject, text] = notices[what];
    const lines = [`Gentile ${person.name},`, text, config.PUBLIC_ORIGIN];
    await sendMail(config, { to: to ?? person.email, subject, text: lines.join('\n\n') });
  },
};
