import { useMatches } from 'react-router-dom';
import type { HelpTopic } from './help/topic';
import { useProductName } from './theme/branding';

export interface PageHandle {
  title: string;
  help: HelpTopic;
}

/** What the routes say about the screen that is shown. */
export const usePage = (): PageHandle | undefined =>
  useMatches()
    .map(({ handle }) => handle as PageHandle | undefined)
    .findLast(Boolean);

/** The title of the window: the page's, then the product's. */
export function PageTitle() {
  const product = useProductName();
  const page = usePage();
  return <title>{page ? `${page.title} · ${product}` : product}</title>;
}
