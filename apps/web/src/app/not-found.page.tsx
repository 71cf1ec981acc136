import { Card, Typography } from 'antd';
import { ArrowRightOutlined, CompassOutlined } from '@ant-design/icons';
import { Link, useLocation } from 'react-router-dom';
import { useAuth } from '../session/auth.store';
import { RoundIcon } from '../ui/layout/round-icon';
import layout from '../ui/layout/layout.module.css';
import styles from './not-found.module.css';

interface Way {
  to: string;
  title: string;
  text: string;
}

const start: Way = { to: '/', title: 'Dashboard', text: 'Your open tasks.' };
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
    { to: '/requests', title: 'Request Management', text: 'Requests for your files.' },
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

/** An unknown address, with links to likely targets. */
export default function NotFoundPage() {
  const { pathname } = useLocation();
  const { user, isAuthenticated } = useAuth();
  return (
    <main className={styles.page}>
      <RoundIcon icon={<CompassOutlined aria-hidden />} />
      <Typography.Title level={1} className={styles.title}>
        This page does not exist
      </Typography.Title>
      <Typography.Paragraph type="secondary" className={layout.breakWords}>
        There is nothing at <Typography.Text code>{pathname}</Typography.Text>. The address may be mistyped, or the page
        was deleted. A link to a transfer looks like <Typography.Text code>/dashboard?id=…</Typography.Text>; open it
        again from the email.
      </Typography.Paragraph>
      <Card styles={{ body: { padding: 0 } }}>
        {ways[isAuthenticated && user ? user.userType : 'guest'].map(({ to, title, text }) => (
          <Link key={to} to={to} className={`list-row step-row ${layout.textColor}`}>
            <span className={layout.grow}>
              <Typography.Text strong className={layout.block}>
                {title}
              </Typography.Text>
              <Typography.Text type="secondary">{text}</Typography.Text>
            </span>
            <ArrowRightOutlined aria-hidden className={layout.tertiary} />
          </Link>
        ))}
      </Card>
    </main>
  );
}
