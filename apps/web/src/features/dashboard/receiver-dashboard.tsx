import { DownloadOutlined } from '@ant-design/icons';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReceivedInvitation, User } from '@tradepost/contracts/identity';
import { fileCountOf, type RequestView, type TransferItem } from '@tradepost/contracts/requests';
import type { ReceivedFolder } from '@tradepost/contracts/storage';
import { Flex, Typography } from 'antd';
import { Link } from 'react-router-dom';
import { receivedQuery } from '../../api/queries';
import { useMay } from '../../session/may';
import { EmptyState } from '../../ui/feedback/empty-state';
import { formatDay } from '../../ui/feedback/format';
import { LinkButton } from '../../ui/layout/link-button';
import { StatusTag, type Tone } from '../../ui/feedback/status-tag';
import { TimeText } from '../../ui/feedback/time-text';
import { invitationsQuery, liveForMeQuery, ownRequestsQuery } from './api';
import { DayBars, perDay } from './charts';
import { Figure } from './figure';
import { LiveTransfers } from './live-transfers';
import { Panel } from './panel';
import { Activity, PanelRow, transferText } from './rows';
import { Steps } from './receiver-steps';
import { Rich } from '../../i18n/rich';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './dashboard.module.css';

const chartDays = 30;
const shown = 5;
const companies = (count: number) =>
  count === 0 ? t('None yet') : t('from {count, plural, one {# company} other {# companies}}', { count });
const isPending = ({ status }: RequestView) => status === 'pending';
const tones: Record<RequestView['status'], Tone> = { pending: 'yellow', accepted: 'green', rejected: 'red' };

interface Listed<T> {
  items: T[];
  total: number;
}

/** Path of the transfer in this app. The link also has the public origin. */
const pathOf = ({ url }: TransferItem) => {
  const { pathname, search } = new URL(url ?? '/my-transfers', location.origin);
  return pathname + search;
};

interface Queries {
  invitations: UseQueryResult<ReceivedInvitation[]>;
  folders: UseQueryResult<ReceivedFolder[]>;
  requests: UseQueryResult<Listed<RequestView>>;
  transfers: UseQueryResult<Listed<TransferItem>>;
}

export function ReceiverDashboard({ user }: { user: User }) {
  // what was delivered is not for members who only see what the company does
  return useMay('receive') ? <Received user={user} /> : <Activity user={user} />;
}

function Received({ user }: { user: User }) {
  const queries: Queries = {
    invitations: useQuery(invitationsQuery(user)),
    folders: useQuery(receivedQuery),
    requests: useQuery(ownRequestsQuery(user)),
    transfers: useQuery(liveForMeQuery),
  };
  const steps = (
    <Steps invitations={queries.invitations.data} folders={queries.folders.data} requests={queries.requests.data} />
  );
  // figures and lists would only say that there is nothing
  if (queries.invitations.data && queries.folders.data?.length === 0 && queries.requests.data?.total === 0)
    return (
      <Flex vertical gap={20}>
        {steps}
        <Activity user={user} />
      </Flex>
    );
  return (
    <Flex vertical gap={20}>
      <Figures {...queries} />
      {steps}
      <div className={styles.columns}>
        <div className={styles.column}>
          <ReadyTransfers query={queries.transfers} />
          <OwnRequests query={queries.requests} />
        </div>
        <div className={styles.column}>
          <NewestFolders query={queries.folders} />
          <Activity user={user} />
        </div>
      </div>
    </Flex>
  );
}

function Figures({ invitations, folders, requests, transfers }: Queries) {
  const mayAnswer = useMay('partners');
  return (
    <div className="figures">
      <LiveTransfers title={t('Ready to download')} to="/my-transfers?status=live" query={transfers} />
      <Figure
        title={t('Requests pending')}
        to="/my-requests?status=pending"
        query={requests}
        value={({ items }) => items.filter(isPending).length}
        note={({ items, total }) =>
          items.some(isPending)
            ? t('Waiting for the sender')
            : total === 0
              ? t('No requests yet')
              : t('Nothing waiting')
        }
      />
      <Figure
        title={t('Folders shared with you')}
        to="/share-folders"
        query={folders}
        value={(list) => list.length}
        note={(list) => companies(new Set(list.map(({ inviterId }) => inviterId)).size)}
      />
      <Figure
        title={t('Invitations')}
        to="/accept-invitation"
        query={invitations}
        value={(list) => list.length}
        note={(list) =>
          list.length === 0
            ? t('Nothing waiting')
            : mayAnswer
              ? t('Waiting for your answer')
              : t('Waiting for an answer')
        }
      />
    </div>
  );
}

function ReadyTransfers({ query }: { query: UseQueryResult<Listed<TransferItem>> }) {
  return (
    <Panel
      title={t('Ready to download')}
      query={query}
      isEmpty={({ total }) => total === 0}
      empty={
        <EmptyState
          isPart
          title={t('Nothing to download')}
          text={t('Accepted requests appear here until they expire.')}
        />
      }
    >
      {({ items }) => (
        <div role="list">
          {items.map((item) => (
            <PanelRow
              key={item.id}
              title={<Link to={`/transfers/${item.requestId}`}>{item.companyName}</Link>}
              text={
                <Rich
                  text={'{item}, expires <0/>'}
                  values={{ item: transferText(item) }}
                  parts={[<TimeText iso={item.expiry} isRelative />]}
                />
              }
              extra={
                <LinkButton
                  to={pathOf(item)}
                  size="small"
                  type="primary"
                  icon={<DownloadOutlined aria-hidden />}
                  aria-label={t('Open the transfer from {companyName}', { companyName: item.companyName })}
                >
                  {t('Open')}
                </LinkButton>
              }
            />
          ))}
        </div>
      )}
    </Panel>
  );
}

function OwnRequests({ query }: { query: UseQueryResult<Listed<RequestView>> }) {
  return (
    <Panel
      title={t('Your requests')}
      more={{ to: '/my-requests', text: t('My Requests') }}
      query={query}
      isEmpty={({ total }) => total === 0}
      empty={
        <EmptyState
          isPart
          title={t('No requests yet')}
          text={t('Choose files in a folder shared with you and send a request.')}
          action={<LinkButton to="/share-folders">{t('Share with you')}</LinkButton>}
        />
      }
    >
      {({ items }) => (
        <>
          <div role="list">
            {items.slice(0, shown).map(({ id, fileNames, createdAt, status, reason, ...files }) => (
              <PanelRow
                key={id}
                title={
                  <Link to={`/requests/${id}`}>
                    {fileCountOf(files) === 1 ? fileNames[0] : t('{count} files', { count: fileCountOf(files) })}
                  </Link>
                }
                text={
                  <>
                    <TimeText iso={createdAt} isRelative />
                    {reason && `: ${reason}`}
                  </>
                }
                extra={<StatusTag tone={tones[status]} text={status} />}
              />
            ))}
          </div>
          <DayBars
            label={t('Your requests')}
            bars={perDay(
              items.map(({ createdAt }) => createdAt),
              chartDays,
            )}
          />
        </>
      )}
    </Panel>
  );
}

function NewestFolders({ query }: { query: UseQueryResult<ReceivedFolder[]> }) {
  const mayAnswer = useMay('partners');
  return (
    <Panel
      title={t('Newest folders')}
      more={{ to: '/share-folders', text: t('Share with you') }}
      query={query}
      isEmpty={(list) => list.length === 0}
      empty={
        <EmptyState
          isPart
          title={t('Nothing delivered to you yet')}
          text={
            mayAnswer
              ? t('Accept an invitation to see the folders that the company delivers to you.')
              : t('Folders that partners deliver to your company appear here.')
          }
        />
      }
    >
      {(list) => (
        <div role="list">
          {list
            .toSorted((a, b) => b.since.localeCompare(a.since))
            .slice(0, shown)
            .map(({ folderId, folderName, inviterCompany, count, since }) => (
              <PanelRow
                key={folderId}
                title={<Link to={`/share-folders?folder=${folderId}`}>{folderName}</Link>}
                text={t('{inviterCompany}, {count, plural, one {# file} other {# files}}', {
                  inviterCompany,
                  count,
                })}
                extra={
                  <Typography.Text type="secondary" className={layout.small}>
                    {formatDay(since)}
                  </Typography.Text>
                }
              />
            ))}
        </div>
      )}
    </Panel>
  );
}
