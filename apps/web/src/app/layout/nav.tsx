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
  UserAddOutlined,
} from '@ant-design/icons';
import type { User } from '@tradepost/contracts/identity';
import { Flex, Menu, type MenuProps } from 'antd';
import { useLocation, useNavigate } from 'react-router-dom';
import { FolderSection } from '../../features/workspace/folder/folder-section';
import { StatusTag, type Tone } from '../../ui/feedback/status-tag';
import styles from './nav.module.css';

type Items = NonNullable<MenuProps['items']>;

const statusTones: Record<string, Tone> = { Pending: 'yellow', Processing: 'blue', Approved: 'green' };

/** The entries above and below the folders, for this user. */
function entriesFor({ userType, kycStatus, companyId }: User): { above: Items; below: Items } {
  const kyc = {
    key: '/kyc-approval',
    icon: <SafetyCertificateOutlined />,
    label: (
      <Flex justify="space-between" align="center" gap={8}>
        KYC <StatusTag tone={statusTones[kycStatus] ?? 'grey'} text={kycStatus || 'Unknown'} />
      </Flex>
    ),
  };
  if (userType === 'admin')
    return {
      above: [
        { key: '/admin', icon: <SafetyCertificateOutlined />, label: 'Review queue' },
        { key: '/admin/people', icon: <TeamOutlined />, label: 'Companies and people' },
        { key: '/admin/limits', icon: <StopOutlined />, label: 'Limits reached' },
        { key: '/admin/audit', icon: <FileTextOutlined />, label: 'Audit log' },
      ],
      below: [],
    };
  if (companyId === null)
    return { above: [{ key: '/profile', icon: <AuditOutlined />, label: 'Company Details' }], below: [] };
  const sender = userType === 'sender';
  if (sender && kycStatus === 'Pending') return { above: [kyc], below: [] };
  return {
    above: [...(sender ? [kyc] : []), { key: '/', icon: <DashboardOutlined />, label: 'Dashboard' }],
    below: [
      ...(sender
        ? [
            { key: '/requests', icon: <InboxOutlined />, label: 'Request Management' },
            { key: '/transfers', icon: <SendOutlined />, label: 'Transfers' },
            { key: '/invitations', icon: <UserAddOutlined />, label: 'Invitations' },
          ]
        : []),
      { key: '/logs', icon: <FileTextOutlined />, label: 'All Logs' },
      { key: '/share-folders', icon: <TeamOutlined />, label: 'Share with you' },
      { key: '/my-requests', icon: <FormOutlined />, label: 'My Requests' },
      { key: '/my-transfers', icon: <DownloadOutlined />, label: 'My Transfers' },
      { key: '/accept-invitation', icon: <MailOutlined />, label: 'Accept Invitation' },
    ],
  };
}

/** The main navigation; `onGo` closes the drawer on phones. */
export function Nav({ user, onGo }: { user: User; onGo?: () => void }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { above, below } = entriesFor(user);
  const menu = (items: Items) => (
    <Menu
      mode="inline"
      inlineIndent={16}
      selectedKeys={[pathname]}
      items={items}
      className={styles.menu}
      onClick={({ key }) => {
        void navigate(key);
        onGo?.();
      }}
    />
  );
  return (
    <nav aria-label="Main">
      {menu(above)}
      {user.userType === 'sender' && user.companyId !== null && user.kycStatus !== 'Pending' && (
        <FolderSection onGo={onGo} />
      )}
      {below.length > 0 && menu(below)}
    </nav>
  );
}
