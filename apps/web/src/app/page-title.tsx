import { useMatches } from 'react-router-dom';

export interface PageHandle {
  title: string;
}

/** The title of the window: the page's, then the product's. */
export function PageTitle() {
  const title = useMatches()
    .map(({ handle }) => (handle as PageHandle | undefined)?.title)
    .findLast(Boolean);
  return <title>{title ? `${title} · Tradepost` : 'Tradepost'}</title>;
}
