import { useQuery } from '@tanstack/react-query';
import { Flex, Switch, Typography } from 'antd';
import { SectionCard } from '../../ui/card/section-card';
import { meQuery } from '../../api/queries';
import { useToast } from '../../ui/notice/use-toast';
import { useRequireSealing } from './api';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './require-sealing-card.module.css';

/** Whether the company accepts only sealed files. */
export function RequireSealingCard() {
  const { data: me } = useQuery(meQuery);
  const require = useRequireSealing();
  const toast = useToast();
  const choose = (required: boolean) =>
    require.mutate(required, {
      onSuccess: () =>
        toast.success({
          title: t('Success'),
          description: required
            ? t('Your company now accepts only end-to-end encrypted files.')
            : t('Your company accepts all files again.'),
        }),
      onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
    });
  return (
    <SectionCard title={t('What your company accepts')}>
      <Flex component="label" gap={16} align="flex-start">
        <Switch
          checked={me?.company?.requireE2E ?? false}
          loading={require.isPending}
          disabled={!me?.company}
          onChange={choose}
          aria-describedby="require-sealing-hint"
          className={styles.switch}
        />
        <span>
          <Typography.Text strong className={layout.block}>
            {t('Accept end-to-end encrypted files only')}
          </Typography.Text>
          <Typography.Text type="secondary" id="require-sealing-hint">
            {t(
              'After that, unencrypted uploads, for example from scripts, are refused. Files that are already stored do not change.',
            )}
          </Typography.Text>
        </span>
      </Flex>
    </SectionCard>
  );
}
