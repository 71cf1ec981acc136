import { Card, Typography } from 'antd';
import { ArrowRightOutlined, CompassOutlined } from '@ant-design/icons';
import { Link, useLocation } from 'react-router-dom';
import { useAuth } from '../session/auth.store';
import { RoundIcon } from '../ui/layout/round-icon';
import { Rich } from '../i18n/rich';
import { t } from '../i18n/t';
import layout from '../ui/layout/layout.module.css';
import styles from './not-found.module.css';

interface Way {
  to: string;
  title: string;
  text: string;
}

const start: Way = { to: '/', title: t('Dashboard'), text: t('Your open tasks.') };
const logs: Way = { to: '/logs', title: t('All Logs'), text: t('What happened, newest first.') };
const shared: Way = {
  to: '/share-folders',
  title: t('Share with you'),
  text: t('Folders other companies delivered to you.'),
};
const ways: Record<'guest' | 'sender' | 'receiver' | 'admin', Way[]> = {
  guest: [
    { to: '/login', title: t('Sign in'), text: t('For companies that send data.') },
    { to: '/receiver/login', title: t('Sign in as a receiver'), text: t('For partners who were invited.') },
  ],
  sender: [
    start,
    { to: '/workspace', title: t('Workspace'), text: t('Your folders and files.') },
    { to: '/requests', title: t('Request Management'), text: t('Requests for your files.') },
    shared,
    logs,
  ],
  receiver: [
    start,
    shared,
    { to: '/accept-invitation', title: t('Accept Invitation'), text: t('Companies that invited you.') },
    logs,
  ],
  admin: [start],
};

/** An unknown address, with links to likely targets. */
export default function NotFoundPage() {
  const { pathname } = useLocation();
  const { user, isAuthenticated } = useAuth();
  return (
    <div className={styles.page}>
      <RoundIcon icon={<CompassOutlined aria-hidden />} />
      <Typography.Title level={1} className={styles.title}>
        {t('This page does not exist')}
      </Typography.Title>
      <Typography.Paragraph type="secondary" className={layout.breakWords}>
        <Rich
          text={
            'There is nothing at <0>{pathname}</0>. The address may be mistyped, or the page was deleted. A link to a transfer looks like <1>/dashboard?id=…</1>; open it again from the email.'
          }
          values={{ pathname }}
          parts={[<Typography.Text code />, <Typography.Text code />]}
        />
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
    </div>
  );
}
