import { LogoutOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { User } from '@tradepost/contracts/identity';
import { Avatar, Button, Flex, Typography } from 'antd';
import { statsQuery } from '../../api/queries';
import { useSignOut } from '../../session/use-sign-out';
import { MemberMark } from '../../features/members/parts';
import { isAnyWindowUploading } from '../../features/workspace/upload/upload-lock';
import { cut } from '../../ui/feedback/format';
import { StorageMeter } from '../../ui/file/storage-meter';
import { ask } from '../../ui/question/ask';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './account-footer.module.css';

/** The signed-in person, used storage (senders) and sign-out. */
export function AccountFooter({ user }: { user: User }) {
  const { data: stats, isEnabled: hasStats } = useQuery(statsQuery(user));
  const leave = useSignOut();
  const askOrLeave = async () => {
    if (!(await isAnyWindowUploading())) return leave.mutate();
    ask({
      title: t('Sign out while files are being uploaded?'),
      content: t('Files that are not uploaded yet are lost, also those in other windows of this browser.'),
      okText: t('Log Out'),
      okButtonProps: { danger: true },
      cancelText: t('Cancel'),
      onOk: () => leave.mutate(),
    });
  };
  const name = user.companyName ?? `${user.firstName} ${user.lastName}`;

  return (
    <Flex vertical gap={8} className={styles.footer}>
      {user.userType === 'sender' && hasStats && (
        <div className={styles.meter}>
          {stats && <StorageMeter used={stats.usedStorage} total={user.totalStorage} />}
        </div>
      )}
      <div>
        <Flex align="center" gap={8}>
          <Avatar size={28} className={styles.avatar} aria-hidden>
            {user.firstName.charAt(0).toUpperCase()}
          </Avatar>
          <Typography.Text strong className={`${styles.person} ${layout.breakWords}`}>
            <bdi>{cut(name)}</bdi>
          </Typography.Text>
        </Flex>
        {/* below the letter: next to it, an address of 25 characters has no room */}
        <Typography.Text type="secondary" className={`${layout.block} ${layout.breakWords} ${layout.small}`}>
          {cut(user.email)}
        </Typography.Text>
        <div className={styles.roles}>
          <MemberMark user={user} />
        </div>
      </div>
      <Button
        type="text"
        block
        icon={<LogoutOutlined aria-hidden />}
        loading={leave.isPending}
        onClick={() => void askOrLeave()}
        className={`${styles.leave} ${layout.rowButton}`}
      >
        {t('Log Out')}
      </Button>
    </Flex>
  );
}
