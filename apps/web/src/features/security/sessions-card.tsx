import { DesktopOutlined, MobileOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { SessionView } from '@tradepost/contracts/identity';
import { Button, Flex, Typography } from 'antd';
import { SectionCard } from '../../ui/card/section-card';
import { leaveBy, signOut } from '../../session/auth.store';
import { deviceOf } from '../../ui/layout/device';
import { SkeletonList } from '../../ui/busy/skeleton-list';
import { QueryResult } from '../../ui/list/query-result';
import { StatusTag } from '../../ui/feedback/status-tag';
import { TimeText } from '../../ui/feedback/time-text';
import { useToast } from '../../ui/notice/use-toast';
import { sessionsQuery, useEndOtherSessions, useEndSession } from './api';
import { Rich } from '../../i18n/rich';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './sessions-card.module.css';

export function SessionsCard() {
  const sessions = useQuery(sessionsQuery);
  const endOthers = useEndOtherSessions();
  const toast = useToast();
  const others = sessions.data?.some(({ current }) => !current) ?? false;
  return (
    <SectionCard
      title={t('Sessions')}
      styles={{ body: { padding: sessions.data ? 0 : undefined } }}
      extra={
        <Button
          disabled={!others}
          loading={endOthers.isPending}
          onClick={() =>
            endOthers.mutate(undefined, {
              onSuccess: ({ message }) => toast.success({ title: t('Success'), description: message }),
              onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
            })
          }
        >
          {t('Sign out everywhere else')}
        </Button>
      }
    >
      <QueryResult query={sessions} placeholder={<SkeletonList rows={2} />}>
        {(found) => found.map((session) => <SessionRow key={session.id} session={session} />)}
      </QueryResult>
    </SectionCard>
  );
}

function SessionRow({ session: { id, agent, ip, createdAt, current } }: { session: SessionView }) {
  const end = useEndSession();
  const toast = useToast();
  const { name, handheld } = deviceOf(agent);
  const leave = () =>
    // this row unmounts with the answer, so callbacks of `mutate` would not run
    (current ? leaveBy(() => end.mutateAsync(id)) : end.mutateAsync(id)).then(
      ({ message }) => (current ? signOut() : toast.success({ title: t('Success'), description: message })),
      ({ message }: Error) => toast.destructive({ title: t('Error'), description: message }),
    );
  return (
    <Flex align="center" gap={16} className={`list-row ${styles.row}`}>
      <span aria-hidden className={styles.icon}>
        {handheld ? <MobileOutlined /> : <DesktopOutlined />}
      </span>
      <div className={`${layout.grow} ${layout.shrinkable}`}>
        <Flex gap={8} align="center" wrap>
          <Typography.Text strong className={layout.breakWords}>
            {name}
          </Typography.Text>
          {current && <StatusTag tone="green" text={t('This session')} />}
        </Flex>
        <Typography.Text type="secondary">
          <Rich text={'{ip} · since <0/>'} values={{ ip }} parts={[<TimeText iso={createdAt} />]} />
        </Typography.Text>
      </div>
      <Button
        loading={end.isPending}
        aria-label={current ? t('Sign out of this session') : t('Sign out {name}', { name })}
        onClick={() => void leave()}
      >
        {t('Sign out')}
      </Button>
    </Flex>
  );
}
