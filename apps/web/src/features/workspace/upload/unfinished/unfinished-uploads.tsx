import { onDemand } from '../../../../ui/layout/on-demand';
import { useUnfinished } from './unfinished.store';

const UnfinishedNotice = onDemand(async () => (await import('./unfinished-notice')).UnfinishedNotice);

/** Above every screen after files were lost with the page before. */
export function UnfinishedUploads() {
  const hasAny = useUnfinished(({ uploads }) => uploads.length > 0);
  return hasAny && <UnfinishedNotice />;
}
