import pg from 'pg';
import { DEMO_PASSWORD } from '../domain/auth/rules.ts';
import type { Config } from '#config';

/** Prints the address of the application and, in a demo world, the accounts that can log in. */
export async function announce(origin: string, config: Config, ownerUrl: string | undefined): Promise<void> {
  console.log(`\nVolante Business è pronto: ${origin}\n`);
  if (!ownerUrl) return;
  // The application already serves, so a database failure here only loses these lines.
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
  // A connection closed by the server also emits an error event, which ends the process when nobody listens.
  owner.on('error', () => {});
  await owner.connect();
  // Forced row level security applies to an owner that is no superuser, so this reads as the manufacturer, who sees every company.
  await owner.query("select set_config('app.scope', 'fms', false)");
  const { rows } = await owner
    .query<{ email: string; role: string; company: string }>(
      `select u.email, u.role_name as role, c.name as company from users u join companies c using (company_id)
       where u.email like '%.example.it' and u.archived_at is null order by company_id = 21 desc, company_id, u.id limit 20`,
    )
    .finally(() => owner.end());
  return rows;
}
