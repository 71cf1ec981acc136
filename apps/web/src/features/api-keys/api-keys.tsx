import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { maxLiveApiKeys, type ApiKeyView } from '@tradepost/contracts/api-keys';
import { Button, Flex, Modal, Typography } from 'antd';
import { useState } from 'react';
import { SectionCard } from '../../ui/card/section-card';
import { EmptyState } from '../../ui/feedback/empty-state';
import { QueryResult } from '../../ui/list/query-result';
import { SkeletonList } from '../../ui/busy/skeleton-list';
import { useToast } from '../../ui/notice/use-toast';
import { apiKeysQuery, useRevokeKey } from './api';
import { CreateDialog } from './create-dialog';
import { KeyRow } from './key-row';
import { apiKeyStatus } from './texts';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './api-keys.module.css';

/** The company's API keys. */
export function ApiKeys() {
  const query = useQuery(apiKeysQuery);
  const { data } = query;
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState(false);
  const [chosen, setChosen] = useState<ApiKeyView>();
  const revoke = (key: ApiKeyView) => {
    setChosen(key);
    setRevoking(true);
  };
  const [endedShown, setEndedShown] = useState(false);
  const live = data?.filter((key) => apiKeyStatus(key).isLive) ?? [];
  const ended = data?.filter((key) => !apiKeyStatus(key).isLive) ?? [];
  const shown = endedShown ? [...live, ...ended] : live;
  const isFull = live.length >= maxLiveApiKeys;

  return (
    <>
      <SectionCard
        title={t('API keys')}
        styles={{ body: { padding: 0 } }}
        extra={
          <Button
            type={data?.length === 0 ? 'primary' : 'default'}
            icon={<PlusOutlined aria-hidden />}
            disabled={!data || isFull}
            onClick={() => setCreating(true)}
          >
            {t('Create key')}
          </Button>
        }
      >
        <Typography.Paragraph type="secondary" className={`list-row ${layout.noMargin} ${layout.row}`}>
          {isFull
            ? t(
                'Programs act for your company with a key. Anyone who has it can do what it allows, so protect it like a password. A company can have at most {maxLiveApiKeys} live keys: revoke one to create another.',
                { maxLiveApiKeys },
              )
            : t(
                'Programs act for your company with a key. Anyone who has it can do what it allows, so protect it like a password.',
              )}
        </Typography.Paragraph>
        <QueryResult
          query={query}
          placeholder={
            <div className={styles.empty}>
              <SkeletonList rows={2} />
            </div>
          }
        >
          {() => (
            <>
              {shown.length === 0 ? (
                <EmptyState
                  title={ended.length > 0 ? t('No live keys') : t('No keys yet')}
                  text={t('Create one for each program, with only the permissions it needs.')}
                />
              ) : (
                <div role="list" aria-label={t('API keys')} className="list-row">
                  {shown.map((key) => (
                    <KeyRow key={key.id} apiKey={key} onRevoke={() => revoke(key)} />
                  ))}
                </div>
              )}
              {ended.length > 0 && (
                <Flex justify="center" className={`list-row ${styles.footer}`}>
                  <Button type="link" aria-expanded={endedShown} onClick={() => setEndedShown(!endedShown)}>
                    {endedShown ? t('Hide ended keys') : t('Show ended keys ({count})', { count: ended.length })}
                  </Button>
                </Flex>
              )}
            </>
          )}
        </QueryResult>
      </SectionCard>
      <CreateDialog open={creating} onClose={() => setCreating(false)} />
      {chosen && <RevokeDialog apiKey={chosen} open={revoking} onClose={() => setRevoking(false)} />}
    </>
  );
}

function RevokeDialog({
  apiKey: { id, name },
  open,
  onClose,
}: {
  apiKey: ApiKeyView;
  open: boolean;
  onClose: () => void;
}) {
  const revoke = useRevokeKey();
  const toast = useToast();
  const submit = () =>
    revoke.mutateAsync(id).then(
      ({ message }) => {
        toast.success({ title: t('Success'), description: message });
        onClose();
      },
      ({ message }: Error) => toast.destructive({ title: t('Error'), description: message }),
    );
  return (
    <Modal
      open={open}
      title={t('Revoke {name}?', { name })}
      okText={t('Revoke')}
      okButtonProps={{ danger: true }}
      cancelText={t('Cancel')}
      confirmLoading={revoke.isPending}
      onOk={() => void submit()}
      onCancel={onClose}
      width={460}
    >
      {t('Programs that use this key stop working at once. This cannot be undone; they need a new key.')}
    </Modal>
  );
}
