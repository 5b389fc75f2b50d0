import pg from 'pg';
import { DEMO_PASSWORD } from '../domain/auth/rules.ts';
import type { Config } from '#config';

/** Says on the console where the application answers and, in a demo world, who can log in. */
export async function announce(origin: string, config: Config, ownerUrl: string | undefined): Promise<void> {
  console.log(`\nVolante Business è pronto: ${origin}\n`);
  if (!ownerUrl) return;
  // The application serves already: a database that fails at this moment costs these lines and nothing else.
  const accounts = await demoAccounts(ownerUrl).catch(() => undefined);
  if (!accounts) return;
  if (!config.DEMO) {
    console.log(
      accounts.length > 0
        ? 'ATTENZIONE: la base dati contiene gli accessi dimostrativi, la cui password è pubblica.'
        : 'Senza dati dimostrativi: DEMO=on li crea in una base dati vuota, `npm run company` crea la prima azienda.',
    );
    return;
  }
  if (accounts.length === 0) return;
  console.log(`Accessi dimostrativi, password per tutti: ${DEMO_PASSWORD}`);
  for (const { email, role, company } of accounts) console.log(`  ${email.padEnd(32)} ${role}, ${company}`);
  console.log('\nCtrl+C per fermare.');
}

async function demoAccounts(ownerUrl: string) {
  const owner = new pg.Client({ connectionString: ownerUrl });
  // A connection that the server ends says so by an event too; without a listener it would end the process.
  owner.on('error', () => {});
  await owner.connect();
  // Forced row level security binds an owner that is no superuser: the manufacturer's reading sees every company.
  await owner.query("select set_config('app.scope', 'fms', false)");
  const { rows } = await owner
    .query<{ email: string; role: string; company: string }>(
      `select u.email, u.role_name as role, c.name as company from users u join companies c using (company_id)
       where u.email like '%.example.it' and u.archived_at is null order by company_id = 21 desc, company_id, u.id limit 20`,
    )
    .finally(() => owner.end());
  return rows;
}
