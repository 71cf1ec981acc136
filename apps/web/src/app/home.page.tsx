import { ArrowRightOutlined, CheckCircleFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { User } from '@tradepost/contracts/identity';
import { Alert, Card, Flex, Statistic, Typography, theme } from 'antd';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { statsQuery } from '../api/queries';
import { receivedInvitationsQuery, sentInvitationsQuery } from '../features/partners/api';
import { useUser } from '../session/auth.store';
import { formatBytes } from '../ui/format';
import { FullScreenBusy } from '../ui/full-screen-busy';
import { PageHeader } from '../ui/page-header';

const KycPage = lazy(() => import('../features/kyc/kyc.page'));

/** While the registration is pending, the start is the registration. */
export default function HomePage() {
  const user = useUser();
  if (user.userType === 'sender' && user.kycStatus === 'Pending') {
    return (
      <Suspense fallback={<FullScreenBusy title="Loading..." text="Please wait for a while" />}>
        <KycPage />
      </Suspense>
    );
  }
  return (
    <>
      <PageHeader title={`Hello, ${user.firstName}`} subtitle={user.companyName} />
      <Flex vertical gap={24}>
        <RegistrationNotice user={user} />
        {user.userType === 'sender' && <Figures user={user} />}
        {user.userType === 'sender' ? <SenderSteps user={user} /> : <ReceiverSteps user={user} />}
      </Flex>
    </>
  );
}

const notices: Partial<Record<User['kycStatus'], { type: 'info' | 'warning'; title: string; description: string }>> = {
  Processing: { type: 'info', title: 'Your registration is being reviewed', description: 'You can use everything meanwhile.' },
  Rejected: { type: 'warning', title: 'Your registration was rejected', description: 'Open it to see why, and send it again. Until then nothing new can be delivered.' },
  'Changes requested': { type: 'warning', title: 'Your registration needs changes', description: 'Open it to see which. Until then nothing new can be delivered.' },
};

function RegistrationNotice({ user }: { user: User }) {
  const notice = notices[user.kycStatus];
  return notice && <Alert showIcon {...notice} action={<Link to="/kyc-approval">Business Registration</Link>} />;
}

function Figures({ user }: { user: User }) {
  const { data, isPending } = useQuery(statsQuery(user));
  const figures = [
    ['Files', data?.files],
    ['Folders', data?.folders],
    ['Storage used', data && formatBytes(data.usedStorage)],
    ['Storage free', data && formatBytes(Math.max(0, user.totalStorage - data.usedStorage))],
  ] as const;
  return (
    <div className="figures">
      {figures.map(([title, value]) => (
        <Card key={title} size="small" styles={{ body: { padding: '16px 20px' } }}>
          <Statistic title={title} value={value ?? '–'} loading={isPending} />
        </Card>
      ))}
    </div>
  );
}

interface Step {
  title: string;
  text: string;
  to: string;
  done: boolean;
}

function Steps({ steps }: { steps: Step[] }) {
  const { token } = theme.useToken();
  return (
    <Card title="Next steps" styles={{ body: { padding: 0 } }}>
      {steps.map(({ title, text, to, done }) => (
        <Link key={title} to={to} className="list-row step-row" style={{ color: token.colorText }}>
          {done ? <CheckCircleFilled aria-label="done" style={{ fontSize: 20, color: token.colorSuccess }} /> : <span className="step-ring" />}
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
  );
}

function SenderSteps({ user }: { user: User }) {
  const { data: stats } = useQuery(statsQuery(user));
  const { data: sent } = useQuery(sentInvitationsQuery(user));
  const files = stats?.files ?? 0;
  return (
    <Steps
      steps={[
        { title: 'Put your data in folders', text: 'Add a folder in the sidebar and upload files with their price and records.', to: '/workspace', done: files > 0 },
        { title: 'Invite your trading partners', text: 'They get a mail and sign up with that address.', to: '/invitations', done: (sent?.length ?? 0) > 0 },
        { title: 'Answer requests', text: 'See who asks for which files, and accept with an expiry.', to: '/requests', done: false },
      ]}
    />
  );
}

function ReceiverSteps({ user }: { user: User }) {
  const { data: received } = useQuery(receivedInvitationsQuery(user));
  const waiting = received?.filter(({ status }) => status === 'pending').length ?? 0;
  return (
    <Steps
      steps={[
        {
          title: 'Accept your invitations',
          text: waiting > 0 ? `${waiting} waiting for your answer.` : 'None is waiting for your answer.',
          to: '/accept-invitation',
          done: waiting === 0 && (received?.length ?? 0) > 0,
        },
        { title: 'Browse what is shared with you', text: 'Open a folder, choose files and send a request.', to: '/share-folders', done: false },
        { title: 'See what happened', text: 'Requests, answers and downloads stand in your logs.', to: '/logs', done: false },
      ]}
    />
  );
}
