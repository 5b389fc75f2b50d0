import { useEffect, useState } from 'react';

/** Wide enough for the grid? The server, which cannot know, says yes. */
export function useWide(): boolean {
  const [wide, setWide] = useState(true);
  useEffect(() => {
    const query = matchMedia('(width >= 860px)');
    const read = () => setWide(query.matches);
    read();
    query.addEventListener('change', read);
    return () => query.removeEventListener('change', read);
  }, []);
  return wide;
}
