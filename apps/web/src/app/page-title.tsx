import { useMatches } from 'react-router-dom';
import { useProductName } from './theme/branding';

export interface PageHandle {
  title: string;
}

/** The title of the window: the page's, then the product's. */
export function PageTitle() {
  const product = useProductName();
  const title = useMatches()
    .map(({ handle }) => (handle as PageHandle | undefined)?.title)
    .findLast(Boolean);
  return <title>{title ? `${title} · ${product}` : product}</title>;
}
