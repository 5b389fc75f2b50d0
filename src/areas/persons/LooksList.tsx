import type { Looks } from '#domain/persons/schema.ts';

/** What a person looks at by hand, each in a window of its own so that nothing on this page is lost. */
export function LooksList({ title, text, looks }: { title: string; text: string; looks: Looks }) {
  if (looks.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <p>{text}</p>
      <ul>
        {looks.map(({ what, href }) => (
          <li key={href}>
            <a href={href} target="_blank">
              {what}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
