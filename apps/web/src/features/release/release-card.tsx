import { useQuery } from '@tanstack/react-query';
import { Flex, Skeleton, Typography } from 'antd';
import { SectionCard } from '../../ui/card/section-card';
import { CopyButton } from '../../ui/feedback/copy-button';
import { ErrorState } from '../../ui/feedback/error-state';
import { releaseQuery } from './release';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

/** Which release of the web app this server says it serves. Only `tradepost verify-site` proves it. */
export function ReleaseCard() {
  const { data: release, error, refetch } = useQuery(releaseQuery);
  return (
    <SectionCard
      title={t('This web app')}
      extra={release && <CopyButton text={release.manifestHash}>{t('Copy the hash')}</CopyButton>}
    >
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : release === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      ) : release === null ? (
        <Typography.Text type="secondary">{t('This is a development build, not a release.')}</Typography.Text>
      ) : (
        <Flex vertical gap={8}>
          <Typography.Text strong>{t('Version {version}', { version: release.version })}</Typography.Text>
          <Typography.Text code className={layout.breakWords}>
            {release.manifestHash}
          </Typography.Text>
          <Typography.Text type="secondary">
            {t(
              'The hash of the list of all files of this version. Compare it with the published hash. A server could show a false hash: “tradepost verify-site” checks every file.',
            )}
          </Typography.Text>
        </Flex>
      )}
    </SectionCard>
  );
}
