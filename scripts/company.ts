/**
 * `npm run company -- --id 31 --name "…" --province TO --admin a@b.it`: creates a company with its administrator; also while the
 * application runs.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { openCompany } from '../backend/companies/open.ts';
import { openDatabase } from '../backend/db/open.ts';
import { prepareConfig, prepareDatabase } from '../server/database.ts';

const string = { type: 'string' } as const;
const { values } = parseArgs({
  // Unknown or missing arguments print the usage in place of a stack trace.
  strict: false,
  options: { id: string, name: string, province: string, admin: string, 'admin-name': string, 'road-cost': string },
});
const given = z
  .object({
    id: z.coerce.number().int().min(1).max(2_147_483_647),
    name: z.string().min(2).max(160),
    province: z.string().regex(/^[A-Z]{2}$/),
    admin: z.email(),
    'admin-name': z.string().min(2).max(100).default('Amministratore'),
    'road-cost': z.coerce.number().min(0).max(100_000).default(0),
  })
  .safeParse(values);
if (!given.success) {
  console.error(
    'Uso: npm run company -- --id 31 --name "Autosalone" --province TO --admin nome@azienda.it [--admin-name "Nome Cognome"] [--road-cost 950]\n' +
      'Il numero 10 è riservato alla casa costruttrice.',
  );
  process.exit(1);
}
const { id, name, province, admin, 'admin-name': adminName, 'road-cost': roadCost } = given.data;
const config = await prepareConfig();
const { appUrl, stop } = await prepareDatabase({ ...config, DEMO: false }, { join: true });
const db = openDatabase(appUrl, { max: 1 });
try {
  const company = {
    id,
    name,
    province,
    admin: { name: adminName, email: admin },
    roadCost: Math.round(roadCost * 100),
  };
  const token = await openCompany(db, company, new Date());
  console.log(
    `Azienda ${id} creata. ${admin} sceglie la password entro 24 ore qui:\n${config.PUBLIC_ORIGIN}/resetpassword?token=${token}`,
  );
} catch (error) {
  const { constraint } = error as { constraint?: string };
  if (constraint === 'companies_pkey') console.error(`L'azienda ${id} esiste già.`);
  else if (constraint === 'login_emails_pkey') console.error(`${admin} è già un utente di questa installazione.`);
  else throw error;
  process.exitCode = 1;
} finally {
  await db.destroy();
  await stop();
}
