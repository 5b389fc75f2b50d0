import { passwordIssue } from '#domain/passwords.ts';
import { inThread } from '../work/worker.ts';

/** Passwords that 10^n guesses would find are refused; the throttle of logins allows an attacker far fewer guesses. */
const LEAST_GUESSES = 9;
const KEYS = 'Non usare sequenze di tasti o di caratteri';
/** Football fans use their club's name in passwords. */
const clubs =
  'acffiorentina acmilan asroma atalanta avellino bari bologna brescia cagliari catanzaro como cosenza cremonese empoli fcinter fiorentina frosinone genoa hellas inter juventus juve lazio lecce mantova milan modena monza napoli padova palermo parma pescara pisa reggina roma salernitana sampdoria sassuolo spezia sscnapoli sslazio ternana torino udinese venezia verona ferrari valentino'.split(
    ' ',
  );

/** A password is a keyboard run when this share of its steps goes to a neighbouring key; no words have so many. */
const RUN = 2 / 3;

/** The word lists are large: they are loaded when the first password is checked, in the thread that checks it. */
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
 * Why a new password is refused, in Italian, or null. It refuses words of the product and of the person, leaked
 * passwords, keyboard runs, names, clubs, and whatever else is guessed soon (rules.md §26, 2). It runs in a thread:
 * the oddest passwords take half a second.
 */
export const guessIssue = async (password: string, own: readonly string[]): Promise<string | null> =>
  passwordIssue(password, own) ?? inThread<string | null>('lib/people/password-guess.ts', 'guessed', { password, own });

/** The part of `guessIssue` that uses lists and patterns; runs in a thread. */
export async function guessed({ password, own }: Chosen): Promise<string | null> {
  guesser ??= load();
  const { lists, areNeighbours } = await guesser;
  const { guessesLog10, sequence } = lists.check(
    password,
    own.flatMap((text) => text.split(/[^\p{L}\d]+/u)),
  );
  if (guessesLog10 >= LEAST_GUESSES) {
    // zxcvbn sees a zigzag over the keyboard as many short runs and rates each of them, so it is checked separately.
    const keys = [...password.toLowerCase()];
    const steps = keys.slice(1).filter((key, at) => areNeighbours(keys[at]!, key)).length;
    return steps >= RUN * (keys.length - 1) ? KEYS : null;
  }
  const longest = sequence.toSorted((a, b) => b.token.length - a.token.length)[0];
  if (longest?.dictionaryName === 'passwords-common') return 'Questa password è tra le più usate: sceglierne un’altra';
  if (longest && ['spatial', 'sequence', 'repeat'].includes(longest.pattern)) return KEYS;
  return 'Password troppo facile da indovinare: usare più parole';
}
