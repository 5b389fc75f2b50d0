import { useEffect, useState, type ComponentProps } from 'react';
import type { Stage as Choice } from './Stage.tsx';
import './stage.css';

/** The stage of a negotiation as the server writes it; the choice takes its place, in the same room, once its script is here. */
export function StageCard(props: ComponentProps<typeof Choice>) {
  const [Loaded, setLoaded] = useState<typeof Choice | null>(null);
  useEffect(() => {
    import('./Stage.tsx').then(({ Stage }) => setLoaded(() => Stage), console.info);
  }, []);
  // The choice begins with the record that the server wrote of: where it has moved since, it reads its stage again.
  const [first] = useState(props.version);
  const [isFirst, setIsFirst] = useState(true);
  useEffect(() => {
    if (Loaded) setIsFirst(false);
  }, [Loaded]);
  const { stage, since, offered } = props.given;
  if (Loaded) return <Loaded {...props} version={isFirst ? first : props.version} />;
  return (
    (stage || offered.length > 0) && (
      <section className="card pad stage" data-since={(stage && since) ?? undefined}>
        {stage?.label}
      </section>
    )
  );
}
