import { useRouteError } from 'react-router-dom';
import { ErrorState } from '../ui/error-state';

/** A screen that broke, or whose code could not be loaded (a new version was put out meanwhile). */
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
