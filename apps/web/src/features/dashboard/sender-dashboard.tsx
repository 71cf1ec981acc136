import { useQuery } from '@tanstack/react-query';
import type { User } from '@tradepost/contracts/identity';
import type { FolderView } from '@tradepost/contracts/storage';
import { accessCountOf } from '../../ui/person/access-count';
import { Flex, Typography } from 'antd';
import { fileCountOf } from '@tradepost/contracts/requests';
import { Link } from 'react-router-dom';
import { statsQuery, foldersQuery } from '../../api/queries';
import { useMay } from '../../session/may';
import { EmptyState } from '../../ui/feedback/empty-state';
import { formatBytes } from '../../ui/feedback/format';
import { LinkButton } from '../../ui/layout/link-button';
import { StorageMeter } from '../../ui/file/storage-meter';
import { TimeText } from '../../ui/feedback/time-text';
import { latestRequestsQuery, liveTransfersQuery, partnersQuery, pendingRequestsQuery } from './api';
import { DayBars, perDay, ShareBars } from './charts';
import { Figure } from './figure';
import { LiveTransfers } from './live-transfers';
import { Panel } from './panel';
import { Activity, PanelRow, transferText } from './rows';
import { NextSteps } from './steps';
import { Rich } from '../../i18n/rich';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './dashboard.module.css';

const chartDays = 30;
const shownFolders = 5;

export function SenderDashboard({ user }: { user: User }) {
  const pending = useQuery(pendingRequestsQuery(user));
  const latest = useQuery(latestRequestsQuery(user));
  const transfers = useQuery(liveTransfersQuery);
  const folders = useQuery(foldersQuery);
  const stats = useQuery(statsQuery(user));
  const partners = useQuery(partnersQuery(user));
  const mayChange = useMay('files');
  const mayDeliver = useMay('deliver');
  const [accepts, approves] = [useMay('requests'), useMay('approve')];
  const mayAnswer = accepts || approves;
  // without a folder there is no workspace to open
  const workspace = folders.data?.length === 0 ? (mayChange ? '/#new-folder' : '/') : '/workspace';
  const delivered = (list: FolderView[]) => list.filter(({ emails }) => emails.length > 0);
  const steps = mayDeliver &&
    partners.data &&
    stats.data &&
    latest.data &&
    folders.data && [
      {
        title: t('Put your data in folders'),
        text: t('Add a folder and upload files with their price and records.'),
        to: workspace,
        done: stats.data.files > 0,
      },
      {
        title: t('Invite your trading partners'),
        text: t('They get an email and sign up with that address.'),
        to: '/invitations',
        done: partners.data.length > 0,
      },
      {
        title: t('Deliver a folder'),
        text: t('Choose which partners can see it.'),
        to: workspace,
        done: delivered(folders.data).length > 0,
      },
      {
        title: t('Answer requests'),
        text: t('Review requests for your files and accept them with an expiry.'),
        to: '/requests',
        done: latest.data.total > 0,
      },
    ];
  // figures and lists would only say that there is nothing
  const isNew = folders.data?.length === 0 && partners.data?.length === 0 && latest.data?.total === 0;
  if (steps && isNew)
    return (
      <Flex vertical gap={20}>
        <NextSteps steps={steps} />
        <Activity user={user} />
      </Flex>
    );

  return (
    <Flex vertical gap={20}>
      <div className="figures">
        <Figure
          title={t('Requests pending')}
          to="/requests?status=pending"
          query={pending}
          value={({ total }) => total}
          note={({ total }) =>
            total > 0
              ? mayAnswer
                ? t('Waiting for your answer')
                : t('Waiting for an answer')
              : latest.data?.total === 0
                ? t('No requests yet')
                : t('Nothing waiting')
          }
        />
        <Figure
          title={t('Folders delivered')}
          to={workspace}
          query={folders}
          value={(list) => delivered(list).length}
          note={(list) => t('of {count, plural, one {# folder} other {# folders}}', { count: list.length })}
        />
        <LiveTransfers title={t('Live transfers')} to="/transfers?status=live" query={transfers} />
        <Figure
          title={t('Storage used')}
          to={workspace}
          query={stats}
          value={({ usedStorage }) => formatBytes(usedStorage)}
          note={({ usedStorage }) =>
            t('{formatBytes} free', { formatBytes: formatBytes(Math.max(0, user.totalStorage - usedStorage)) })
          }
        />
      </div>
      {steps && <NextSteps steps={steps} />}
      <div className={styles.columns}>
        <div className={styles.column}>
          <Panel
            title={mayAnswer ? t('Waiting for you') : t('Requests pending')}
            more={{ to: '/requests', text: t('Request Management') }}
            query={pending}
            isEmpty={({ total }) => total === 0}
            empty={<EmptyState isPart title={t('Nothing waiting')} text={t('Requests from partners appear here.')} />}
          >
            {({ items }) => (
              <div role="list">
                {items.map(({ id, companyName, receiverEmail, fileNames, createdAt, ...files }) => (
                  <PanelRow
                    key={id}
                    title={
                      <Link to={`/requests/${id}`}>
                        {fileCountOf(files) === 1
                          ? t('{companyName} requested {value}', {
                              companyName: companyName || receiverEmail,
                              value: fileNames[0],
                            })
                          : t('{companyName} requested {count} files', {
                              companyName: companyName || receiverEmail,
                              count: fileCountOf(files),
                            })}
                      </Link>
                    }
                    text={<TimeText iso={createdAt} isRelative />}
                  />
                ))}
              </div>
            )}
          </Panel>
          <Panel
            title={t('Live transfers')}
            more={{ to: '/transfers', text: t('Transfers') }}
            query={transfers}
            isEmpty={({ total }) => total === 0}
            empty={
              <EmptyState
                isPart
                title={t('No open transfers')}
                text={t('Each request you accept becomes a transfer.')}
              />
            }
          >
            {({ items }) => (
              <div role="list">
                {items.map((item) => (
                  <PanelRow
                    key={item.id}
                    title={<Link to={`/transfers/${item.requestId}`}>{item.companyName}</Link>}
                    text={transferText(item)}
                    extra={
                      <Typography.Text type="secondary" className={layout.small}>
                        <Rich text={'expires <0/>'} parts={[<TimeText iso={item.expiry} isRelative />]} />
                      </Typography.Text>
                    }
                  />
                ))}
              </div>
            )}
          </Panel>
          <Activity user={user} />
        </div>
        <div className={styles.column}>
          <Panel
            title={t('Requests, last {chartDays} days', { chartDays })}
            query={latest}
            isEmpty={({ total }) => total === 0}
            empty={
              <EmptyState
                isPart
                title={t('No requests yet')}
                text={t('Deliver a folder so that partners can request its files.')}
              />
            }
          >
            {({ items }) => (
              <div className={styles.panelContent}>
                <DayBars
                  label={t('Requests')}
                  bars={perDay(
                    items.map(({ createdAt }) => createdAt),
                    chartDays,
                  )}
                />
              </div>
            )}
          </Panel>
          <Panel
            title={t('Folders delivered')}
            more={{ to: '/workspace', text: t('Workspace') }}
            query={folders}
            isEmpty={(list) => delivered(list).length === 0}
            empty={
              <EmptyState
                isPart
                title={t('Nothing delivered yet')}
                {...(mayChange && {
                  text: t('Open a folder and deliver it to your partners.'),
                  action: (
                    <LinkButton to={workspace}>
                      {workspace === '/workspace' ? t('Open the workspace') : t('New folder')}
                    </LinkButton>
                  ),
                })}
              />
            }
          >
            {(list) => (
              <ShareBars
                shares={delivered(list)
                  .map(({ name, count, ...folder }) => ({ name, count, partners: accessCountOf(folder) }))
                  .toSorted((a, b) => b.partners - a.partners)
                  .slice(0, shownFolders)
                  .map(({ name, count, partners }) => ({
                    name,
                    value: partners,
                    text: t(
                      '{count, plural, one {# partner} other {# partners}}, {count2, plural, one {# file} other {# files}}',
                      { count: partners, count2: count },
                    ),
                  }))}
              />
            )}
          </Panel>
          <Panel title={t('Storage')} query={stats} isEmpty={() => false} empty={null} rows={1}>
            {({ usedStorage, files, folders: count }) => (
              <Flex vertical gap={12} className={styles.panelContent}>
                <StorageMeter used={usedStorage} total={user.totalStorage} />
                <Typography.Text type="secondary" className="numbers">
                  <Rich
                    text={
                      '{files, plural, one {# file} other {# files}} in {count, plural, one {# folder} other {# folders}}. Deleted files count until they leave the <0>bin</0>.'
                    }
                    values={{ files, count }}
                    parts={[<Link to="/workspace?view=bin" className={layout.underlined} />]}
                  />
                </Typography.Text>
              </Flex>
            )}
          </Panel>
        </div>
      </div>
    </Flex>
  );
}
