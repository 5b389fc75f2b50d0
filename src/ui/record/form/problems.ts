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
 * What solves a problem of a section, best first: the wrong field, the button that continues, the button of a warning,
 * the first field.
 */
const inSection = [
  '[aria-invalid]',
  '.callout.bad button, .issues ~ .row button',
  '.callout.warn button',
  'input, select',
];
/** The same of one field: of rows the button that adds one, of boxes the first that is not ticked. */
const inField = ['[aria-invalid]', '.rows > .row button', 'input:not(:checked), select, textarea, button, a[href]'];

/** Where the field of a path stands: `payments.2.amount` is the amount in the third row of the payments. */
function fieldAt(within: Element, [name, row, ...inner]: readonly string[]): Element | null {
  const field = within.querySelector(`[data-field="${name}"]`);
  const entry = row === undefined ? undefined : field?.querySelectorAll('.entry')[Number(row)];
  return (entry && fieldAt(entry, inner)) ?? field;
}

/** Opens whatever this part of the page is folded into, itself included. */
export function unfold(part: Element | null | undefined): void {
  for (let at = part?.closest('details'); at; at = at.parentElement?.closest('details')) at.open = true;
}

/**
 * Scrolls to where a problem is solved and moves the focus to the element that solves it: the field of its path, else
 * what its section has; a section in which nothing can be entered takes the focus itself.
 */
export function showProblem(name: string, path = ''): void {
  const section = document.getElementById(name);
  unfold(section);
  section?.scrollIntoView({ block: 'start' });
  requestAnimationFrame(() => {
    const steps = path.split('.');
    const field = path ? ((section && fieldAt(section, steps)) ?? fieldAt(document.body, steps)) : null;
    const first = (within: Element | null, what: readonly string[]) =>
      what.map((each) => within?.querySelector<HTMLElement>(each)).find(Boolean);
    const found = first(field, inField) ?? first(section, inSection) ?? section;
    unfold(found);
    found?.focus({ preventScroll: true });
    found?.scrollIntoView({ block: 'nearest' });
  });
}
