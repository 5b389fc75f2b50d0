/** Part of `npm run bench`: search among the customers of 50 companies and the quotes of one, with the rights of a request. */
import pg from 'pg';

interface Run {
  ownerUrl: string;
  appUrl: string;
  /** Address of the backend, with the headers of a seller of company 21. */
  origin: string;
  headers: Record<string, string>;
  customers: number;
  say(what: string, figure: string, aim?: string): void;
}

const COMPANIES = 50;
const FIRST = ['Mario', 'Maria', 'Luca', 'Anna', 'Paolo', 'Giulia', 'Marco', 'Elena', 'Sara', 'Piero'];
const LAST = ['Rossi', 'Russo', 'Ferrari', 'Esposito', 'Bianchi', 'Romano', 'Colombo', 'Ricci', 'De Luca', 'Conti'];

/** Fills in customers with ordinary names, phones and addresses, written by the database itself, and the search words of all records. */
async function fill(owner: pg.Client, customers: number): Promise<void> {
  await owner.query(
    `insert into companies (company_id, name, province)
     select n, 'Gruppo ' || n, 'MI' from generate_series(1001, 1000 + $1::int) n on conflict do nothing`,
    [COMPANIES - 1],
  );
  await owner.query(
    `insert into customers (company_id, type, name, first_name, last_name, tax_code, email, phone, updated_at)
     select company_id, 'private', first || ' ' || last, first, last, upper(left(last, 3) || left(first, 3)) || lpad((n % 100)::text, 2, '0') || 'A01F205X',
       lower(first || '.' || last) || n || '@example.it', '+393' || lpad((n * 7919 % 1000000000)::text, 9, '0'), now() - n * interval '1 minute'
     from generate_series(1, $1::int) n, (select company_id from companies where company_id > 1000 or company_id = 21) c,
       lateral (select ($2::text[])[1 + (n * 31 + company_id) % 10] as first,
         ($3::text[])[1 + n / 10 % 10] || case when n % 3 = 0 then '' else chr(97 + n % 26) || chr(97 + n / 26 % 26) end as last) names`,
    [Math.floor(customers / COMPANIES), FIRST, LAST],
  );
  // Like the migration, builds the indexes after the words are there.
  await owner.query(`begin; truncate search_words; alter table search_words drop constraint search_words_pkey; drop index search_words_word;
    insert into search_words select distinct company_id, 'customers', record_id, word from customers_words;
    insert into search_words select distinct company_id, 'quotes', record_id, word from quotes_words;
    alter table search_words add primary key (company_id, kind, record_id, word);
    create index search_words_word on search_words (company_id, kind, word, record_id); commit`);
  await owner.query('vacuum analyze search_words');
  await owner.query('vacuum analyze customers');
  await owner.query('checkpoint');
}

export async function searches({ ownerUrl, appUrl, origin, headers, customers, say }: Run): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await fill(owner, customers);
  await owner.end();
  const time = async (path: string) => {
    const times: number[] = [];
    for (let i = 0; i < 41; i++) {
      const begun = performance.now();
      const response = await fetch(origin + path, { headers });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      times.push(performance.now() - begun);
    }
    return `${times.toSorted((a, b) => a - b)[20]!.toFixed(1)} ms`;
  };
  const of = `among ${customers.toLocaleString('it-IT')} customers of ${COMPANIES} companies`;
  for (const q of ['mario', 'ros', 'mario rossi', '3330001234', '1234', 'mario.rossi'])
    say(`Customer «${q}» ${of}`, await time(`/customers/matches?q=${encodeURIComponent(q)}`), '< 20 ms');
  for (const q of ['P-1900-00000123', 'mario rossi', 'lumera'])
    say(`Ctrl+K «${q}» there, and among the quotes`, await time(`/search?q=${encodeURIComponent(q)}`), '< 40 ms');
  for (const q of ['123', 'lumera'])
    say(`List of quotes with «${q}»`, await time(`/quotes?limit=50&q=${encodeURIComponent(q)}`), '≤ 40 ms');
  await explain(appUrl);
}

/** Prints how the role of requests reads the words. */
async function explain(appUrl: string): Promise<void> {
  const app = new pg.Client({ connectionString: appUrl });
  await app.connect();
  await app.query("begin; select set_config('app.company_id', '21', true)");
  const { rows } = await app.query(
    `explain (analyze, costs off, timing off, summary off) select w.record_id from search_words w
     where w.company_id = $1 and w.kind = $2 and w.word >= word_of($3) and w.word < word_of($3) || U&'\\+10FFFF' limit 5001`,
    [21, 'customers', 'Màrio'],
  );
  console.log(rows.map((row) => `  ${row['QUERY PLAN']}`).join('\n'));
  await app.end();
}
