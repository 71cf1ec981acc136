import { LogoutOutlined } from '@ant-design/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { User } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { Avatar, Button, Flex, Tooltip, Typography, theme } from 'antd';
import { Link } from 'react-router-dom';
import { statsQuery } from '../../api/queries';
import { send } from '../../api/send';
import { leaveBy, signOut } from '../../session/auth.store';
import { cut } from '../../ui/format';
import { StorageMeter } from '../../ui/storage-meter';

/** Who is signed in, how full the store is (senders), and the way out. */
export function AccountFooter({ user }: { user: User }) {
  const { token } = theme.useToken();
  const { data: stats } = useQuery(statsQuery(user));
  // Signed out here even when the server cannot be told: the person wants to be gone.
  const leave = useMutation({ mutationFn: () => leaveBy(() => send(routes.logout, {})), onSettled: signOut });
  const name = user.companyName ?? `${user.firstName} ${user.lastName}`;

  return (
    <Flex vertical gap={16} style={{ padding: 16, borderTop: `1px solid ${token.colorBorderSecondary}` }}>
      {user.userType === 'sender' && stats && <StorageMeter used={stats.usedStorage} total={user.totalStorage} />}
      <Flex align="center" gap={10}>
        <Link to="/profile" aria-label="Company Details">
          <Avatar style={{ background: token.colorPrimary, color: '#fff' }}>
            {user.firstName.charAt(0).toUpperCase()}
          </Avatar>
        </Link>
        <div style={{ minWidth: 0, flex: 1, lineHeight: 1.35 }}>
          <Typography.Text strong ellipsis style={{ display: 'block' }}>
            {cut(name)}
          </Typography.Text>
          <Typography.Text type="secondary" ellipsis style={{ display: 'block', fontSize: 12 }}>
            {cut(user.email)}
          </Typography.Text>
        </div>
        <Tooltip title="Log Out">
          <Button
            type="text"
            icon={<LogoutOutlined />}
            aria-label="Log Out"
            loading={leave.isPending}
            onClick={() => leave.mutate()}
          />
        </Tooltip>
      </Flex>
    </Flex>
  );
}
