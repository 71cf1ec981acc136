import { useQuery } from '@tanstack/react-query';
import { Card, Flex, Switch, Typography } from 'antd';
import { meQuery } from '../../api/queries';
import { useToast } from '../../ui/feedback/use-toast';
import { useRequireSealing } from './api';
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
          title: 'Success',
          description: required
            ? 'Your company now accepts only end-to-end encrypted files.'
            : 'Your company accepts all files again.',
        }),
      onError: ({ message }) => toast.destructive({ title: 'Error', description: message }),
    });
  return (
    <Card title="What your company accepts">
      <Flex component="label" gap={14} align="flex-start">
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
            Accept end-to-end encrypted files only
          </Typography.Text>
          <Typography.Text type="secondary" id="require-sealing-hint">
            Plain uploads, as scripts send them, are then refused. Files that are stored already stay as they are.
          </Typography.Text>
        </span>
      </Flex>
    </Card>
  );
}
