import { Card, Typography, theme } from 'antd';
import { ArrowRightOutlined, CompassOutlined } from '@ant-design/icons';
import { Link, useLocation } from 'react-router-dom';
import { useAuth } from '../session/auth.store';
import { RoundIcon } from '../ui/round-icon';

interface Way {
  to: string;
  title: string;
  text: string;
}

const start: Way = { to: '/', title: 'Dashboard', text: 'What waits for you.' };
const logs: Way = { to: '/logs', title: 'All Logs', text: 'What happened, newest first.' };
const shared: Way = {
  to: '/share-folders',
  title: 'Share with you',
  text: 'Folders other companies delivered to you.',
};
const ways: Record<'guest' | 'sender' | 'receiver' | 'admin', Way[]> = {
  guest: [
    { to: '/login', title: 'Sign in', text: 'For companies that send data.' },
    { to: '/receiver/login', title: 'Sign in as a receiver', text: 'For partners who were invited.' },
  ],
  sender: [
    start,
    { to: '/workspace', title: 'Workspace', text: 'Your folders and files.' },
    { to: '/requests', title: 'Request Management', text: 'Who asks for which files.' },
    shared,
    logs,
  ],
  receiver: [
    start,
    shared,
    { to: '/accept-invitation', title: 'Accept Invitation', text: 'Companies that invited you.' },
    logs,
  ],
  admin: [start],
};

/** What is not there, and where one may have wanted to go. */
export default function NotFoundPage() {
  const { token } = theme.useToken();
  const { pathname } = useLocation();
  const { user, isAuthenticated } = useAuth();
  return (
    <main style={{ maxWidth: 520, margin: '24px auto' }}>
      <RoundIcon icon={<CompassOutlined />} />
      <Typography.Title level={1} style={{ fontSize: 24, marginTop: 0 }}>
        This page does not exist
      </Typography.Title>
      <Typography.Paragraph type="secondary" style={{ overflowWrap: 'anywhere' }}>
        There is nothing at <Typography.Text code>{pathname}</Typography.Text>. The address may be mistyped, or what it
        named was deleted. A link to a transfer looks like <Typography.Text code>/dashboard?id=…</Typography.Text>; open
        it again from the mail.
      </Typography.Paragraph>
      <Card styles={{ body: { padding: 0 } }}>
        {ways[isAuthenticated && user ? user.userType : 'guest'].map(({ to, title, text }) => (
          <Link key={to} to={to} className="list-row step-row" style={{ color: token.colorText }}>
            <span style={{ flex: 1 }}>
              <Typography.Text strong style={{ display: 'block' }}>
                {title}
              </Typography.Text>
              <Typography.Text type="secondary">{text}</Typography.Text>
            </span>
            <ArrowRightOutlined aria-hidden style={{ color: token.colorTextTertiary }} />
          </Link>
        ))}
      </Card>
    </main>
  );
}
