import type { FieldMessages } from '#domain/errors.ts';

/** A rule's finding about a record; `path` names the field: `tradeIns.0.plate`. */
export interface Issue {
  level: 'error' | 'warning';
  path: string;
  message: string;
  /** The section to correct, when the path does not determine it. */
  section?: string | undefined;
  /** One press that solves the issue: the button's label and the values it changes. */
  remedy?: { label: string; change: object };
}

export interface Problem extends Issue {
  section: string;
  /** Does the message stand at a field of its own? */
  atField: boolean;
}

/** Where the issues of a record stand. */
export interface Places {
  sectionOf(path: string): string;
  ownField: RegExp;
}

export const placed = (issue: Issue, { sectionOf, ownField }: Places): Problem => ({
  ...issue,
  section: issue.section ?? sectionOf(issue.path),
  atField: ownField.test(issue.path),
});

/** The server's refusals and the rules' findings, each once, with its section. */
export function problemsOf(issues: readonly Issue[], refused: FieldMessages, places: Places): Problem[] {
  const fields = Object.entries(refused).map(([path, message]): Issue => ({ level: 'error', path, message }));
  const all = [...fields, ...issues];
  return all
    .filter(
      (issue, at) => all.findIndex(({ path, message }) => path === issue.path && message === issue.message) === at,
    )
    .map((issue) => placed(issue, places));
}

/**
 * Where a problem is solved, best first: the wrong field, the button that continues, the button of a warning, the
 * first field of the section.
 */
const mends = ['[aria-invalid]', '.callout.bad button, .issues ~ .row button', '.callout.warn button', 'input, select'];

/** Scrolls to the section of a problem and moves the focus to the element that solves it. */
export function showProblem(section: string): void {
  const element = document.getElementById(section);
  element?.scrollIntoView({ block: 'start' });
  requestAnimationFrame(() => {
    const found = mends.map((what) => element?.querySelector<HTMLElement>(what)).find(Boolean);
    found?.focus({ preventScroll: true });
    found?.scrollIntoView({ block: 'nearest' });
  });
}
