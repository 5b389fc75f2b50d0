/**
 * Where the database stores or copies personal data. Every table is listed here, and a test compares the list with the
 * schema; merge, export and erasure use it.
 */

/** Rows that belong to a customer: `column` holds its id, in all rows or those that match `where` (alias `r`). */
export interface Ref {
  table: string;
  column: string;
  where?: string;
  /** Italian, for the count of moved rows in a merge. */
  what: string;
}

/** Rows that move with a customer in a merge: every foreign key to customers. */
export const refs: readonly Ref[] = [
  { table: 'quotes', column: 'customer_id', what: 'Preventivi' },
  { table: 'b2b_quotes', column: 'customer_id', what: 'Offerte B2B' },
  { table: 'contracts', column: 'customer_id', what: 'Contratti' },
  { table: 'contracts', column: 'cobuyer_id', what: 'Contratti da cointestatario' },
  { table: 'contracts', column: 'guarantor_id', what: 'Contratti da garante' },
  { table: 'contracts', column: 'representative_id', what: 'Contratti da rappresentante' },
  { table: 'leads', column: 'customer_id', what: 'Lead' },
  { table: 'calendar_events', column: 'customer_id', what: 'Appuntamenti' },
  { table: 'accesses', column: 'customer_id', what: 'Accessi' },
  { table: 'approvals', column: 'customer_id', what: 'Autorizzazioni di sconto' },
  { table: 'used_cars', column: 'reserved_for', what: 'Auto opzionate' },
  { table: 'used_cars', column: 'buyer_id', what: 'Auto comprate' },
  { table: 'used_cars', column: 'seller_id', what: 'Auto vendute all’azienda' },
  { table: 'new_cars', column: 'reserved_for', what: 'Auto nuove opzionate' },
  { table: 'new_cars', column: 'buyer_id', what: 'Auto nuove comprate' },
  { table: 'customer_relations', column: 'customer_id', what: 'Relazioni' },
  { table: 'customer_relations', column: 'other_id', what: 'Relazioni con altri' },
  { table: 'consents', column: 'customer_id', what: 'Consensi' },
  { table: 'messages', column: 'record_id', where: "r.entity = 'customer'", what: 'Messaggi' },
  { table: 'comments', column: 'record_id', where: "r.entity = 'customer'", what: 'Commenti' },
  { table: 'links', column: 'record_id', where: "r.purpose = 'privacy'", what: 'Collegamenti privati' },
];

/** Columns that may contain words about customers, by table. */
export const columns: Readonly<Record<string, readonly string[]>> = {
  customers: [
    ...['name', 'first_name', 'last_name', 'company_name', 'tax_code', 'vat_number', 'sdi', 'pec', 'email', 'phone'],
    ...['birth_date', 'birth_place', 'sex', 'address', 'cap', 'city', 'province', 'country', 'type', 'legal_form'],
    ...['phone2', 'iban', 'rea', 'notes', 'documents', 'cars', 'inspection_until', 'document_until'],
    ...['name_key', 'email_key'],
  ],
  quotes: ['customer_name', 'draft', 'snapshot', 'close_reason'],
  b2b_quotes: ['customer_name', 'draft', 'snapshot', 'close_reason'],
  contracts: [
    ...['draft', 'snapshot', 'agreed_trade_ins', 'trade_ins', 'override_reason', 'notes', 'internal_notes', 'claims'],
    ...['profession', 'email', 'phone', 'address', 'cap', 'city', 'province', 'delivery_place', 'delivery_notes'],
    ...[
      'practice_number',
      'protocol',
      'corrections',
      'waterfall',
      'withdrawn_name',
      'withdrawal_email',
      'kept_parties',
    ],
  ],
  leads: ['name', 'phone', 'email', 'vehicle', 'plate', 'advert', 'message'],
  lead_actions: ['note'],
  lead_intakes: ['raw', 'why', 'external_id'],
  calendar_events: ['title', 'note', 'checklist', 'licence', 'damage'],
  accesses: ['name', 'wish', 'phone', 'note', 'next_step'],
  contract_payments: ['note'],
  contract_receipts: ['reference'],
  cash_closings: ['note'],
  contract_objectives: ['note', 'proof_id'],
  contract_attachments: ['note', 'upload_id', 'type'],
  approvals: ['note', 'refusal', 'sentence'],
  used_cars: ['reserved_note', 'buyer', 'seller', 'consignor', 'notes', 'purchase_document', 'sale_document'],
  new_cars: ['reserved_note', 'buyer', 'notes', 'sale_document'],
  car_papers: ['note', 'upload_id'],
  consents: ['proof', 'ip', 'channels', 'purpose', 'way'],
  messages: ['address', 'subject', 'body', 'failure'],
  documents: ['file_key'],
  signatures: ['reason', 'file_key', 'pages_key', 'sealed_key', 'blocks'],
  signature_signers: ['name', 'email', 'phone', 'ip', 'agent', 'refusal'],
  signature_events: ['detail', 'ip', 'agent'],
  uploads: ['name', 'file_key', 'small_key'],
  notifications: ['title', 'text'],
  state_changes: ['note'],
  move_requests: ['note'],
  comments: ['text'],
  idempotency_keys: ['response'],
  audit_facts: ['facts'],
  search_words: ['word'],
  customer_merges: ['fields', 'moved'],
  customer_relations: ['kind', 'note'],
  batches: ['rows'],
  import_rows: ['cells', 'key', 'message', 'faults', 'before'],
  import_meanings: ['value', 'meaning'],
  imports: ['name'],
  saved_views: ['name', 'state'],
};

/** Tables without personal data of customers. */
export const without: readonly string[] = [
  ...[
    'access_turns',
    'accessories',
    'audit_events',
    'audit_heads',
    'baskets',
    'business_centers',
    'calendars',
    'calendar_series',
    'calendar_bookings',
    'campaigns',
    'campaign_uses',
    'companies',
    'contract_cars',
    'contract_invoices',
    'contract_commissions',
    'counters',
    'distinct_customers',
    'handovers',
    'roles',
    'record_openings',
    'import_columns',
  ],
  ...['erasures', 'fiscal_params', 'incentives', 'insurances', 'links', 'locations', 'login_emails', 'login_throttles'],
  ...[
    'logins',
    'makers',
    'models',
    'move_reasons',
    'agencies',
    'new_car_prices',
    'notices',
    'option_rules',
    'options',
    'param_versions',
    'params',
    'password_resets',
  ],
  ...[
    'plans',
    'privacy_texts',
    'provinces',
    'recovery_codes',
    'releases',
    'remembered_devices',
    'second_factors',
    'services',
    'sessions',
    'tyres',
  ],
  ...[
    'schedules',
    'used_car_costs',
    'used_car_photos',
    'used_car_prices',
    'user_locations',
    'users',
    'version_option_prices',
    'version_options',
    'version_prices',
    'versions',
  ],
];
