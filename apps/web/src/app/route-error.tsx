import { useRouteError } from 'react-router-dom';
import { ErrorState } from '../ui/feedback/error-state';

/** A screen that failed, or failed to load (for example after a new version was deployed). */
export function RouteError() {
  const error = useRouteError();
  return (
    <ErrorState
      title="This page could not be shown"
      error={error instanceof Error ? error : new Error('Something went wrong on our side')}
      onRetry={() => location.reload()}
    />
  );
}
