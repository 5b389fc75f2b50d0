import type pg from 'pg';
import { keyKept } from './commands.ts';

/** Tables with rows of one company, stored on the company's shard. */
export const distributed = [
  ...['companies', 'users', 'logins', 'sessions', 'password_resets', 'saved_views', 'idempotency_keys'],
  ...['second_factors', 'recovery_codes', 'remembered_devices'],
  ...[
    'audit_events',
    'audit_facts',
    'audit_heads',
    'counters',
    'params',
    'param_versions',
    'approvals',
    'locations',
    'business_centers',
    'user_locations',
  ],
  ...[
    'campaign_uses',
    'network_facts',
    'network_uses',
    'record_stages',
    'network_adoptions',
    'access_grants',
    'tickets',
    'ticket_messages',
    'ticket_disclosures',
    'ticket_files',
    'plans',
    'customers',
    'customer_relations',
    'customer_merges',
    'distinct_customers',
    'handovers',
    'roles',
    'record_openings',
    'presences',
    'consents',
    'privacy_texts',
    'erasures',
    'accessories',
    'agencies',
    'automatic_reports',
    'payment_reminders',
    'report_alerts',
    'report_months',
    'report_mailings',
    'report_mails',
    'layouts',
    'layout_versions',
    'layout_prints',
    'layout_sections',
    'tyres',
    'services',
    'insurances',
    'batches',
    'imports',
    'import_rows',
    'import_columns',
    'import_meanings',
    'quotes',
    'b2b_quotes',
    'contracts',
    'contract_cars',
    'contract_payments',
    'contract_receipts',
    'contract_invoices',
    'contract_objectives',
    'contract_attachments',
    'enclosures',
    'contract_lines',
    'contract_dues',
    'claims',
    'contract_changes',
    'cash_closings',
    'register_runs',
    'commission_rules',
    'commission_teams',
    'commission_entries',
    'commission_splits',
    'commission_statements',
    'target_editions',
    'targets',
    'leads',
    'lead_actions',
    'lead_intakes',
    'lead_joins',
    'lead_consents',
    'public_pages',
    'page_forms',
    'calendars',
    'calendar_series',
    'calendar_events',
    'calendar_bookings',
    'accesses',
    'access_turns',
    'valuations',
    'quotations',
    'quotation_counts',
    'state_changes',
    'move_requests',
    'move_reasons',
    'comments',
    'schedules',
    'schedule_runs',
    'spreadsheets',
    'search_words',
    'notifications',
    'links',
    'messages',
    'documents',
    'signatures',
    'signature_conditions',
    'signature_acceptances',
    'signature_signers',
    'signature_events',
    'signature_codes',
    'uploads',
    'file_folders',
    'files',
    'file_versions',
    'file_readings',
    'file_arrivals',
    'unnamed_files',
    'network_plans',
    'basket_versions',
    'network_baskets',
    'network_readings',
    'network_reader_counts',
    'news_readings',
    'news_reader_counts',
    'network_people',
    'network_invitations',
    'network_own_values',
    'network_going_on',
    'network_target_years',
    'network_targets',
    'catalog_samples',
    'ready_answers',
    'service_checks',
    'catalog_lines',
    'used_cars',
    'used_car_costs',
    'used_car_prices',
    'used_car_photos',
    'car_papers',
    'new_cars',
    'new_car_prices',
  ],
];

/**
 * Tables that are the same for every company, stored on every node: catalogue, national parameters, news, the addresses
 * of logins, and campaigns, because every company reads the manufacturer's.
 */
export const reference = [
  ...['makers', 'models', 'versions', 'version_prices', 'options', 'version_options', 'version_option_prices'],
  ...['option_rules', 'provinces', 'fiscal_params', 'releases', 'notices', 'login_emails'],
  ...[
    'campaigns',
    'incentives',
    'baskets',
    'basket_pasts',
    'network_files',
    'catalog_editions',
    'catalog_changes',
    'future_tables',
  ],
  ...['homologations', 'negotiation_stages', 'reception_words', 'network_layouts', 'network_layout_editions'],
  ...['network_file_versions', 'catalog_images', 'version_images'],
];

/** Tables on the coordinator only: no query joins them with a company's rows. */
export const local = ['migrations', 'login_throttles'];

/**
 * Distributes the tables of `owner`'s database over a Citus cluster in one transaction, which `tell` hears statement by
 * statement; false when all are distributed.
 */
export async function distribute(owner: pg.Client, tell: (statement: string) => void = () => {}): Promise<boolean> {
  const statements = await distribution(owner);
  await owner.query('begin');
  try {
    await owner.query("set local citus.multi_shard_modify_mode = 'sequential'");
    for (const statement of statements) {
      tell(statement);
      await owner.query(statement);
    }
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
  return statements.length > 0;
}

interface Key {
  table: string;
  /** The table that it leads to. */
  target: string;
  name: string;
  definition: string;
}

/**
 * The statements that distribute the tables of `owner`'s database over a Citus cluster, in order; empty when all are
 * distributed. Foreign keys are dropped during the move and restored at the end, because Citus accepts them only
 * between co-located tables; what an older schema says and no cluster takes (0580) stays away. Throws when a table is in
 * none of the lists: whoever adds one must decide where it is stored.
 */
export async function distribution(owner: Pick<pg.Client, 'query'>): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`,
  );
  const spread = await spreadTables(owner);
  // What is distributed already, such as a table that a migration is about to drop, needs no decision any more.
  const unknown = tables.filter(
    ({ name }) => !spread.has(name) && ![...distributed, ...reference, ...local].includes(name),
  );
  if (unknown.length > 0)
    throw new Error(`In nessun elenco di backend/db/distribution.ts: ${unknown.map(({ name }) => name).join(', ')}`);
  const open = (names: readonly string[]) =>
    names.filter((name) => !spread.has(name) && tables.some((table) => table.name === name));
  const moving = [...open(reference), ...open(distributed)];
  if (moving.length === 0) return [];

  const { rows: keys } = await owner.query<Key>(
    `select conrelid::regclass::text as table, confrelid::regclass::text as target, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace
       and (conrelid::regclass::text = any ($1) or confrelid::regclass::text = any ($1)) order by 1, 2`,
    [moving],
  );
  return [
    ...keys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    ...open(reference).map((name) => `select create_reference_table('${name}')`),
    ...open(distributed).map(
      (name) =>
        `select create_distributed_table('${name}', 'company_id'${name === 'companies' ? '' : ", colocate_with => 'companies'"})`,
    ),
    ...keys
      .filter(({ table, target }) => !(reference.includes(table) && distributed.includes(target)))
      .map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${keyKept(definition)}`),
  ];
}

/** Whether the tables of this database lie on a cluster. */
export const isSpread = async (owner: Pick<pg.Client, 'query'>): Promise<boolean> =>
  (await spreadTables(owner)).size > 0;

/** The tables that Citus has distributed; empty on another server. */
async function spreadTables(owner: Pick<pg.Client, 'query'>): Promise<Set<string>> {
  const { rows: citus } = await owner.query(`select from pg_extension where extname = 'citus'`);
  if (citus.length === 0) return new Set();
  const { rows } = await owner.query<{ name: string }>('select logicalrelid::text as name from pg_dist_partition');
  return new Set(rows.map(({ name }) => name));
}
