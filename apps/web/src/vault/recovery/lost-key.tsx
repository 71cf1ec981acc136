import type { UseQueryResult } from '@tanstack/react-query';
import type { RecoveryState } from '@tradepost/contracts/encryption/recovery';
import { Button, Divider, Flex, Skeleton, Typography } from 'antd';
import { t } from '../../i18n/t';
import { ErrorState } from '../../ui/feedback/error-state';
import layout from '../../ui/layout/layout.module.css';
import { AskMembers } from './ask-members';

interface LostKeyProps {
  query: Pick<UseQueryResult<RecoveryState>, 'data' | 'error' | 'refetch'>;
  onOver: () => void;
  onBack: () => void;
}

/** What is left without the recovery key: the members who hold shares, and new keys. */
export function LostKey({ query: { data, error, refetch }, onOver, onBack }: LostKeyProps) {
  return (
    <>
      {data ? (
        <AskMembers state={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      )}
      <Divider />
      <Typography.Text type="secondary">
        {t('If the members cannot help, you can start over with new keys. They do not open earlier files.')}
      </Typography.Text>
      <Flex justify="space-between" wrap gap={8} className={layout.marginTop8}>
        <Button type="link" onClick={onBack} className={layout.noPaddingInline}>
          {t('Back to the recovery key')}
        </Button>
        <Button type="link" danger onClick={onOver} className={layout.noPaddingInline}>
          {t('Start over with new keys')}
        </Button>
      </Flex>
    </>
  );
}
