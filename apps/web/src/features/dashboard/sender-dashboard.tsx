import { useQuery } from '@tanstack/react-query';
import type { User } from '@tradepost/contracts/identity';
import type { FolderView } from '@tradepost/contracts/storage';
import { Flex, Typography } from 'antd';
import { Link } from 'react-router-dom';
import { statsQuery, foldersQuery } from '../../api/queries';
import { EmptyState } from '../../ui/feedback/empty-state';
import { countOf, formatBytes } from '../../ui/feedback/format';
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
  const delivered = (list: FolderView[]) => list.filter(({ emails }) => emails.length > 0);

  return (
    <Flex vertical gap={20}>
      <div className="figures">
        <Figure
          title="Requests pending"
          to="/requests?status=pending"
          query={pending}
          value={({ total }) => total}
          note={({ total }) =>
            total > 0 ? 'Waiting for your answer' : latest.data?.total === 0 ? 'No requests yet' : 'Nothing waiting'
          }
        />
        <Figure
          title="Folders delivered"
          to="/workspace"
          query={folders}
          value={(list) => delivered(list).length}
          note={(list) => `of ${countOf(list.length, 'folder')}`}
        />
        <LiveTransfers title="Live transfers" to="/transfers?status=live" query={transfers} />
        <Figure
          title="Storage used"
          to="/workspace"
          query={stats}
          value={({ usedStorage }) => formatBytes(usedStorage)}
          note={({ usedStorage }) => `${formatBytes(Math.max(0, user.totalStorage - usedStorage))} free`}
        />
      </div>
      {partners.data && stats.data && latest.data && (
        <NextSteps
          steps={[
            {
              title: 'Put your data in folders',
              text: 'Add a folder and upload files with their price and records.',
              to: folders.data?.length ? '/workspace' : '/#new-folder',
              done: stats.data.files > 0,
            },
            {
              title: 'Invite your trading partners',
              text: 'They get an email and sign up with that address.',
              to: '/invitations',
              done: partners.data.length > 0,
            },
            {
              title: 'Deliver a folder',
              text: 'Choose which partners can see it.',
              to: '/workspace',
              done: delivered(folders.data ?? []).length > 0,
            },
            {
              title: 'Answer requests',
              text: 'Review requests for your files and accept them with an expiry.',
              to: '/requests',
              done: latest.data.total > 0,
            },
          ]}
        />
      )}
      <div className={styles.grid}>
        <Panel
          title="Waiting for you"
          more={{ to: '/requests', text: 'Request Management' }}
          query={pending}
          isEmpty={({ total }) => total === 0}
          empty={<EmptyState title="Nothing waiting" text="Requests from partners appear here." />}
        >
          {({ items }) => (
            <div role="list">
              {items.map(({ id, companyName, receiverEmail, fileNames, createdAt }) => (
                <PanelRow
                  key={id}
                  title={
                    <Link to={`/requests/${id}`}>
                      {companyName || receiverEmail} requested{' '}
                      {fileNames.length === 1 ? fileNames[0] : `${fileNames.length} files`}
                    </Link>
                  }
                  text={<TimeText iso={createdAt} isRelative />}
                />
              ))}
            </div>
          )}
        </Panel>
        <Panel
          title={`Requests, last ${chartDays} days`}
          query={latest}
          isEmpty={({ total }) => total === 0}
          empty={<EmptyState title="No requests yet" text="Deliver a folder so that partners can request its files." />}
        >
          {({ items }) => (
            <div className={styles.panelContent}>
              <DayBars
                label="Requests"
                bars={perDay(
                  items.map(({ createdAt }) => createdAt),
                  chartDays,
                )}
              />
            </div>
          )}
        </Panel>
        <Panel
          title="Deliveries"
          more={{ to: '/workspace', text: 'Workspace' }}
          query={folders}
          isEmpty={(list) => delivered(list).length === 0}
          empty={
            <EmptyState
              title="Nothing delivered yet"
              text="Open a folder and deliver it to your partners."
              action={<LinkButton to="/workspace">Open the workspace</LinkButton>}
            />
          }
        >
          {(list) => (
            <ShareBars
              shares={delivered(list)
                .toSorted((a, b) => b.emails.length - a.emails.length)
                .slice(0, shownFolders)
                .map(({ name, emails, count }) => ({
                  name,
                  value: emails.length,
                  text: `${countOf(emails.length, 'partner')}, ${countOf(count, 'file')}`,
                }))}
            />
          )}
        </Panel>
        <Panel
          title="Live transfers"
          more={{ to: '/transfers', text: 'Transfers' }}
          query={transfers}
          isEmpty={({ total }) => total === 0}
          empty={<EmptyState title="No open transfers" text="Each request you accept becomes a transfer." />}
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
                      expires <TimeText iso={item.expiry} isRelative />
                    </Typography.Text>
                  }
                />
              ))}
            </div>
          )}
        </Panel>
        <Panel title="Storage" query={stats} isEmpty={() => false} empty={null} rows={1}>
          {({ usedStorage, files, folders: count }) => (
            <Flex vertical gap={12} className={styles.panelContent}>
              <StorageMeter used={usedStorage} total={user.totalStorage} />
              <Typography.Text type="secondary" className="numbers">
                {countOf(files, 'file')} in {countOf(count, 'folder')}. Deleted files count until they leave the{' '}
                <Link to="/workspace?view=bin" className={layout.underlined}>
                  bin
                </Link>
                .
              </Typography.Text>
            </Flex>
          )}
        </Panel>
        <Activity user={user} />
      </div>
    </Flex>
  );
}
