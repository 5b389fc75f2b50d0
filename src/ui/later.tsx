import { useEffect, useState, type ComponentType } from 'react';

/**
 * A part that the server draws with the page (`here`) and the browser wakes when its script has come: nothing before it waits for that,
 * and until then the server's HTML stays. A Suspense boundary would do the same, finished by an inline script, which no page may have.
 */
export const later = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  here: ComponentType<Props> | null,
) =>
  function Later(props: Props) {
    const [Part, setPart] = useState(() => here);
    useEffect(() => {
      if (!here) void load().then(({ default: loaded }) => setPart(() => loaded));
    }, []);
    return Part ? (
      <div key="awake">
        <Part {...props} />
      </div>
    ) : (
      // React leaves what it finds inside.
      <div key="asleep" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
    );
  };
