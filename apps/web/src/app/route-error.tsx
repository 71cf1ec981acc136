import { ApiError } from '@tradepost/client/api/api-error';
import { useEffect, useRef } from 'react';
import { useRouteError } from 'react-router-dom';
import { ErrorState } from '../ui/feedback/error-state';
import { useOnline } from '../ui/feedback/use-online';
import { t } from '../i18n/t';

const reload = () => location.reload();

/** A screen that failed, or failed to load (for example after a new version was deployed). Without a network it loads again once there is one. */
export function RouteError() {
  const error = useRouteError();
  const isOnline = useOnline();
  const wasOffline = useRef(false);
  useEffect(() => {
    if (!isOnline) wasOffline.current = true;
    else if (wasOffline.current) reload();
  }, [isOnline]);
  if (!isOnline)
    return (
      <ErrorState
        isPage
        title={t("You're offline")}
        error={new Error(t('This page opens as soon as you are back online.'))}
        onRetry={reload}
      />
    );
  return (
    <ErrorState
      isPage
      title={t('This page could not be shown')}
      // the messages of other errors are for developers
      error={error instanceof ApiError ? error : new Error(t('There may be a newer version of it. Retry loads it.'))}
      onRetry={reload}
    />
  );
}
