import { passwordIssue } from '#domain/auth/rules.ts';
import { inThread } from './worker.ts';

/** Passwords that this many guesses (10^n) would find are refused; a good lock of the account allows an attacker far fewer. */
const LEAST_GUESSES = 9;
const KEYS = 'Non usare sequenze di tasti o di caratteri';
/** Fans of a club say so in their passwords. */
const clubs =
  'acffiorentina acmilan asroma atalanta avellino bari bologna brescia cagliari catanzaro como cosenza cremonese empoli fcinter fiorentina frosinone genoa hellas inter juventus juve lazio lecce mantova milan modena monza napoli padova palermo parma pescara pisa reggina roma salernitana sampdoria sassuolo spezia sscnapoli sslazio ternana torino udinese venezia verona ferrari valentino'.split(
    ' ',
  );

/** Of all steps from letter to letter, this part goes to a neighbouring key: no words do. */
const RUN = 2 / 3;

/** The lists are large: loaded when the first password is chosen, in the thread that looks it up. */
let guesser: ReturnType<typeof load> | undefined;

async function load() {
  const [{ ZxcvbnFactory }, common, italian] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-it'),
  ]);
  const qwerty: Record<string, (string | null)[]> = common.adjacencyGraphs.qwerty;
  return {
    lists: new ZxcvbnFactory({
      dictionary: { ...common.dictionary, ...italian.dictionary, clubs },
      graphs: common.adjacencyGraphs,
    }),
    areNeighbours: (one: string, other: string) => (qwerty[one] ?? []).some((key) => key?.includes(other)),
  };
}

interface Chosen {
  password: string;
  /** The person's name, e-mail and company. */
  own: readonly string[];
}

/**
 * Why a new password is refused, in Italian, or null: the words of the product and the person's own, passwords of leaked lists,
 * keyboard runs, names, clubs, and what else is guessed soon (reliability.md A6). Guessed in a thread: half a second for the oddest.
 */
export const guessIssue = async (password: string, own: readonly string[]): Promise<string | null> =>
  passwordIssue(password, own) ?? inThread<string | null>('lib/password-guess.ts', 'guessed', { password, own });

/** `guessIssue` of what stands in lists and patterns, for a thread. */
export async function guessed({ password, own }: Chosen): Promise<string | null> {
  guesser ??= load();
  const { lists, areNeighbours } = await guesser;
  const { guessesLog10, sequence } = lists.check(
    password,
    own.flatMap((text) => text.split(/[^\p{L}\d]+/u)),
  );
  if (guessesLog10 >= LEAST_GUESSES) {
    // What zigzags over the keyboard is many short runs to the lists, each with a price of its own.
    const keys = [...password.toLowerCase()];
    const steps = keys.slice(1).filter((key, at) => areNeighbours(keys[at]!, key)).length;
    return steps >= RUN * (keys.length - 1) ? KEYS : null;
  }
  const longest = sequence.toSorted((a, b) => b.token.length - a.token.length)[0];
  if (longest?.dictionaryName === 'passwords-common') return 'Questa password è tra le più usate: sceglierne un’altra';
  if (longest && ['spatial', 'sequence', 'repeat'].includes(longest.pattern)) return KEYS;
  return 'Password troppo facile da indovinare: usare più parole';
}
