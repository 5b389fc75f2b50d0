import pg from 'pg';
import { DEMO_PASSWORD } from '../domain/passwords.ts';
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
  try {
    // Forced row level security applies to an owner that is no superuser: it finds the companies, then reads the people of each.
    await owner.query("select set_config('app.scope', 'fms', false)");
    const { rows: companies } = await owner.query<{ id: number; name: string }>(
      'select company_id as id, name from companies order by company_id = 21 desc, company_id limit 20',
    );
    await owner.query("select set_config('app.scope', '', false)");
    const accounts: { email: string; role: string; company: string }[] = [];
    for (const { id, name } of companies) {
      await owner.query("select set_config('app.company_id', $1, false)", [String(id)]);
      const { rows } = await owner.query<{ email: string; role: string }>(
        `select email, role_name as role from users where company_id = $1 and email like '%.example.it' and archived_at is null
         order by id limit 20`,
        [id],
      );
      accounts.push(...rows.map((row) => ({ ...row, company: name })));
    }
    return accounts.slice(0, 20);
  } finally {
    await owner.end();
  }
}
