/**
 * `npm run company -- --id 31 --name "…" --province TO --admin a@b.it`: creates a company with its administrator; also while the
 * application runs.
 */
import { openCompany } from '../backend/lib/people/open-company.ts';
import { openDatabase } from '../backend/db/open.ts';
import { Failure } from '../domain/errors.ts';
import { prepareConfig, prepareDatabase } from '../server/database.ts';
import { readArguments, USAGE } from './company-arguments.ts';

const company = readArguments(process.argv.slice(2));
if ('wrong' in company) {
  console.error([...company.wrong, USAGE].join('\n'));
  process.exit(1);
}
const { id, admin } = company;
const config = await prepareConfig();
const { appUrl, stop } = await prepareDatabase({ ...config, DEMO: false }, { join: true });
const db = openDatabase(appUrl, { max: 1 });
try {
  const token = await openCompany(db, company, new Date());
  console.log(
    `Azienda ${id} creata, con la sede «${company.places[0]}». ${admin.email} sceglie la password entro 24 ore qui:\n${config.PUBLIC_ORIGIN}/resetpassword?token=${token}`,
  );
} catch (error) {
  const { constraint } = error as { constraint?: string };
  if (constraint === 'companies_pkey') console.error(`--id: l’azienda ${id} esiste già.`);
  else if (constraint === 'login_emails_pkey')
    console.error(`--admin: ${admin.email} è già un utente di questa installazione.`);
  else if (error instanceof Failure && error.detail.fields)
    for (const [name, message] of Object.entries(error.detail.fields)) console.error(`--${name}: ${message}.`);
  else throw error;
  process.exitCode = 1;
} finally {
  await db.destroy();
  await stop();
}
