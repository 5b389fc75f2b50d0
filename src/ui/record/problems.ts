import type { FieldMessages } from '#domain/errors.ts';

/** What a rule says about a record; `path` names the field: `tradeIns.0.plate`. */
export interface Issue {
  level: 'error' | 'warning';
  path: string;
  message: string;
  /** Where it is mended, when that does not follow from the path. */
  section?: string | undefined;
  /** What mends it, as one press: the button's words and what it changes. */
  remedy?: { label: string; change: object };
}

export interface Problem extends Issue {
  section: string;
  /** Does the message stand at a field of its own? */
  atField: boolean;
}

interface Places {
  sectionOf(path: string): string;
  ownField: RegExp;
}

/** Where an issue stands on the page. */
export const placed = (issue: Issue, { sectionOf, ownField }: Places): Problem => ({
  ...issue,
  section: issue.section ?? sectionOf(issue.path),
  atField: ownField.test(issue.path),
});

/** What the server refused and what the rules say, each once, with the section where it stands. */
export function problemsOf(issues: readonly Issue[], refused: FieldMessages, places: Places): Problem[] {
  const fields = Object.entries(refused).map(([path, message]): Issue => ({ level: 'error', path, message }));
  const all = [...fields, ...issues];
  return all
    .filter(
      (issue, at) => all.findIndex(({ path, message }) => path === issue.path && message === issue.message) === at,
    )
    .map((issue) => placed(issue, places));
}

/** What mends a problem, best first: the wrong field, the press that goes on, what is waited for, the first field of the section. */
const mends = ['[aria-invalid]', '.callout.bad button, .issues ~ .row button', '.callout.warn button', 'input, select'];

/** Bring the section of a problem into view and the focus to what mends it. */
export function showProblem(section: string): void {
  const element = document.getElementById(section);
  element?.scrollIntoView({ block: 'start' });
  requestAnimationFrame(() => {
    const found = mends.map((what) => element?.querySelector<HTMLElement>(what)).find(Boolean);
    found?.focus({ preventScroll: true });
    found?.scrollIntoView({ block: 'nearest' });
  });
}
