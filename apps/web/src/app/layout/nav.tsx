import {
  AuditOutlined,
  DashboardOutlined,
  DownloadOutlined,
  FileTextOutlined,
  FormOutlined,
  InboxOutlined,
  MailOutlined,
  SafetyCertificateOutlined,
  SendOutlined,
  StopOutlined,
  TeamOutlined,
  UploadOutlined,
  UserAddOutlined,
} from '@ant-design/icons';
import type { User } from '@tradepost/contracts/identity';
import { useId, type ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { FolderSection } from '../../features/workspace/folder/folder-section';
import { mayOpen } from '../../session/may';
import { kycTones } from '../../ui/feedback/kyc-tones';
import { StatusTag } from '../../ui/feedback/status-tag';
import layout from '../../ui/layout/layout.module.css';
import { useNavCounts } from './nav-counts';
import { t } from '../../i18n/t';
import styles from './nav.module.css';

interface Entry {
  to: string;
  icon: ReactNode;
  label: string;
  note?: ReactNode;
}

interface Group {
  title?: string;
  entries: Entry[];
}

interface Entries {
  /** Above the folders. */
  above: Entry[];
  below: Group[];
}

/** The entries for people with all permissions. */
function allEntriesFor({ userType, kycStatus, companyId }: User): Entries {
  const kyc = {
    to: '/kyc-approval',
    icon: <SafetyCertificateOutlined aria-hidden />,
    label: t('KYC'),
    note: <StatusTag tone={kycTones[kycStatus] ?? 'grey'} text={kycStatus || t('Unknown')} />,
  };
  if (userType === 'admin')
    return {
      above: [
        { to: '/admin', icon: <SafetyCertificateOutlined aria-hidden />, label: t('Review queue') },
        { to: '/admin/people', icon: <TeamOutlined aria-hidden />, label: t('Companies and people') },
        { to: '/admin/limits', icon: <StopOutlined aria-hidden />, label: t('Limits reached') },
        { to: '/admin/audit', icon: <FileTextOutlined aria-hidden />, label: t('Audit log') },
      ],
      below: [],
    };
  if (companyId === null)
    return { above: [{ to: '/profile', icon: <AuditOutlined aria-hidden />, label: t('Company Details') }], below: [] };
  const sender = userType === 'sender';
  if (sender && kycStatus === 'Pending') return { above: [kyc], below: [] };
  return {
    above: [...(sender ? [kyc] : []), { to: '/', icon: <DashboardOutlined aria-hidden />, label: t('Dashboard') }],
    below: [
      ...(sender
        ? [
            {
              title: t('Send'),
              entries: [
                { to: '/send', icon: <UploadOutlined aria-hidden />, label: t('Send files') },
                { to: '/requests', icon: <InboxOutlined aria-hidden />, label: t('Request Management') },
                { to: '/transfers', icon: <SendOutlined aria-hidden />, label: t('Transfers') },
                { to: '/invitations', icon: <UserAddOutlined aria-hidden />, label: t('Invitations') },
              ],
            },
          ]
        : []),
      {
        title: t('Receive'),
        entries: [
          { to: '/share-folders', icon: <TeamOutlined aria-hidden />, label: t('Share with you') },
          { to: '/my-requests', icon: <FormOutlined aria-hidden />, label: t('My Requests') },
          { to: '/my-transfers', icon: <DownloadOutlined aria-hidden />, label: t('My Transfers') },
          { to: '/accept-invitation', icon: <MailOutlined aria-hidden />, label: t('Accept Invitation') },
        ],
      },
      {
        title: t('Company'),
        entries: [{ to: '/logs', icon: <FileTextOutlined aria-hidden />, label: t('All Logs') }],
      },
    ],
  };
}

/** The entries that the user's roles allow. */
function entriesFor(user: User): Entries {
  const { above, below } = allEntriesFor(user);
  const allowed = (entries: Entry[]) => entries.filter(({ to }) => mayOpen(user, to));
  return {
    above: allowed(above),
    below: below
      .map((group) => ({ ...group, entries: allowed(group.entries) }))
      .filter(({ entries }) => entries.length > 0),
  };
}

/** The main navigation; `onGo` closes the drawer on phones. */
export function Nav({ user, onGo }: { user: User; onGo?: () => void }) {
  const { above, below } = entriesFor(user);
  const counts = useNavCounts(user);
  return (
    <nav aria-label={t('Main')}>
      <EntryList entries={above} onGo={onGo} />
      {user.userType === 'sender' && user.companyId !== null && user.kycStatus !== 'Pending' && (
        <FolderSection onGo={onGo} />
      )}
      {below.map((group) => (
        <EntryList key={group.title} {...group} counts={counts} onGo={onGo} />
      ))}
    </nav>
  );
}

interface EntryListProps extends Group {
  /** What waits, by address. */
  counts?: Partial<Record<string, number>>;
  onGo: (() => void) | undefined;
}

function EntryList({ title, entries, counts = {}, onGo }: EntryListProps) {
  const id = useId();
  return (
    <>
      {title && (
        <div id={id} className={styles.title}>
          {title}
        </div>
      )}
      <ul {...(title && { 'aria-labelledby': id })} className={layout.bareList}>
        {entries.map((entry) => (
          <li key={entry.to}>
            <EntryLink entry={entry} waiting={counts[entry.to] ?? 0} onGo={onGo} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The number of waiting items is the description of the link, not a part of its name. */
function EntryLink({ entry, waiting, onGo }: { entry: Entry; waiting: number; onGo: (() => void) | undefined }) {
  const [label, count] = [useId(), useId()];
  const { to, icon, note } = entry;
  const named = waiting > 0 && { 'aria-labelledby': label, 'aria-describedby': count };
  return (
    <NavLink end to={to} className={styles.entry} onClick={onGo} {...named}>
      {icon}
      <span id={label} className={layout.grow}>
        {entry.label}
      </span>
      {note}
      {waiting > 0 && (
        <span id={count} className={`numbers ${styles.count}`}>
          {waiting}
          <span className="sr-only"> {t('waiting')}</span>
        </span>
      )}
    </NavLink>
  );
}
