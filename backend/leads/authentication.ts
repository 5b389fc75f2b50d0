/**
 * Whether a mail comes from whom it says, as the company's own mail server has checked it: the header
 * Authentication-Results (RFC 8601), read by alignment with the author's domain (RFC 7489 §3.1).
 */
import { domainToASCII } from 'node:url';

/** `forged`: the server says that the author's domain did not send it. */
export type Checked = 'verified' | 'unverified' | 'forged';

/** A statement of a header: its words, without comments and quotes. */
type Words = string[];

/** A comment, which may hold others; its end is found by counting. Returns where it ends; -1: it never does. */
function endOfComment(text: string, from: number): number {
  let open = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '(') open += 1;
    else if (text[at] === ')' && (open -= 1) === 0) return at;
  }
  return -1;
}

const QUOTED = /"((?:[^"\\]|\\[^])*)"/y;

/** The statements of a header between its semicolons; null: a comment or a quotation never ends. */
function statementsOf(text: string): Words[] | null {
  const statements: Words[] = [[]];
  let word = '';
  const close = () => {
    if (word) statements.at(-1)!.push(word);
    word = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!;
    if (char === '"') {
      QUOTED.lastIndex = at;
      const [quoted, inside] = QUOTED.exec(text) ?? [];
      if (quoted === undefined) return null;
      word += inside!.replaceAll(/\\([^])/g, '$1');
      at += quoted.length - 1;
    } else if (char === '(' || /\s/.test(char)) {
      close();
      if (char === '(' && (at = endOfComment(text, at)) < 0) return null;
    } else if (char === ';') {
      close();
      statements.push([]);
    } else word += char;
  }
  close();
  return statements.map(joined);
}

/** Words with the equals sign that stood apart from them. */
function joined(words: Words): Words {
  const whole: Words = [];
  for (const word of words)
    if (whole.length > 0 && (word.startsWith('=') || whole.at(-1)!.indexOf('=') === whole.at(-1)!.length - 1))
      whole.push(whole.pop()! + word);
    else whole.push(word);
  return whole;
}

interface Result {
  /** `spf`, `dkim`, `dmarc`, … */
  method: string;
  result: string;
  /** By `type.name`, such as `header.d`. */
  properties: ReadonlyMap<string, string>;
}

const pair = (word: string): [string, string] => {
  const at = word.indexOf('=');
  return at < 0 ? [word.toLowerCase(), ''] : [word.slice(0, at).toLowerCase(), word.slice(at + 1)];
};

/** Who wrote a header, in lower case, and what it found; null: it cannot be read. Exchange Online names nobody. */
function readResults(header: string): { server: string; results: Result[] } | null {
  const statements = statementsOf(header);
  if (!statements) return null;
  const [[server = '', version = '1', ...others] = [], ...found] = statements;
  if (server.includes('=') || others.length > 0 || !/^\d+$/.test(version)) return { server: '', results: [] };
  const results = found.flatMap(([first, ...words]): Result[] => {
    const [method, result] = pair(first ?? '');
    return result === ''
      ? []
      : [{ method: method.split('/')[0]!, result: result.toLowerCase(), properties: new Map(words.map(pair)) }];
  });
  return { server: server.toLowerCase(), results };
}

/** The domain of an address, or a domain as it stands; empty: it is none. */
const domainOf = (address: string | undefined) =>
  domainToASCII((address ?? '').replace(/^<|>$/g, '').split('@').at(-1)!.replace(/\.$/, ''));

/**
 * Relaxed alignment as far as it is seen without a list of public suffixes: the same domain, or one within the other.
 * Two subdomains of one owner are aligned only where the server, which has the list, says `dmarc=pass`.
 */
function aligned(one: string, other: string): boolean {
  const [long, short] = one.length > other.length ? [one, other] : [other, one];
  return long === short ? short !== '' : short.includes('.') && long.endsWith(`.${short}`);
}

/** The domain that a result is about: for SPF that of the envelope, never what the other server calls itself. */
function subjectOf({ method, properties }: Result): string {
  if (method === 'dmarc') return domainOf(properties.get('header.from'));
  if (method === 'dkim') return domainOf(properties.get('header.d') ?? properties.get('header.i'));
  return method === 'spf' ? domainOf(properties.get('smtp.mailfrom') ?? properties.get('smtp.mail')) : '';
}

/**
 * What the company's mail server says of a mail's author. `headers`: the values of Authentication-Results from the top of
 * the mail down. `server`: the name with which the company's server signs them (authserv-id); empty: none is believed.
 * Only the topmost header of that name counts: those below came with the mail. `from`: the author's address.
 */
export function checkedBy(headers: readonly string[], server: string, from: string): Checked {
  const wanted = server.trim().toLowerCase();
  // What stands above is the server's own: one that cannot be read ends the search, or what came with the mail would count.
  const results = headers.map(readResults).find((one) => one === null || one.server === wanted)?.results;
  const author = domainOf(from);
  if (wanted === '' || !results || author === '') return 'unverified';
  const says = (wantedMethod: string, wantedResult: string) =>
    results.filter(({ method, result }) => method === wantedMethod && result === wantedResult);
  if (says('dmarc', 'fail').length > 0) return 'forged';
  if (says('dmarc', 'pass').some((one) => subjectOf(one) === author)) return 'verified';
  if ([...says('spf', 'pass'), ...says('dkim', 'pass')].some((one) => aligned(subjectOf(one), author)))
    return 'verified';
  return says('spf', 'fail').length > 0 ? 'forged' : 'unverified';
}
