import { FileSearchOutlined } from '@ant-design/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import { ApiError } from '@tradepost/client/api/api-error';
import type { RequestDetails } from '@tradepost/contracts/requests';
import { Card } from 'antd';
import { ErrorState } from '../feedback/error-state';
import { Outcome } from '../feedback/outcome';
import { SkeletonList } from '../busy/skeleton-list';
import { LinkButton } from '../layout/link-button';
import { t } from '../../i18n/t';

/** What the page of a request or a transfer shows until it has its details. */
export function DetailsState({
  what,
  query: { error, refetch },
}: {
  what: string;
  query: Pick<UseQueryResult<RequestDetails>, 'error' | 'refetch'>;
}) {
  if (error instanceof ApiError && error.code === 'NOT_FOUND')
    return (
      <Card>
        <Outcome
          isPage
          icon={<FileSearchOutlined aria-hidden />}
          title={t('This {what} does not exist', { what })}
          text={t('It was withdrawn, or it belongs to someone else.')}
          action={<LinkButton to="/">{t('Open the dashboard')}</LinkButton>}
        />
      </Card>
    );
  return <Card>{error ? <ErrorState isPage error={error} onRetry={refetch} /> : <SkeletonList />}</Card>;
}
