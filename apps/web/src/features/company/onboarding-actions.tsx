import { LogoutOutlined } from '@ant-design/icons';
import { Button, Flex } from 'antd';
import { useNavigate } from 'react-router-dom';
import { useSignOut } from '../../session/use-sign-out';
import { showIn } from '../../i18n/language';
import { LanguageSelect } from '../../i18n/language-select';
import { useAuth } from '../../session/auth.store';
import { forgetPasswordKeys } from '../../vault/password-keys';
import { Brand } from '../../app/layout/brand';
import { t } from '../../i18n/t';
import styles from './onboarding.module.css';

/** For people who want another language, or to complete the steps later: the next sign-in asks for the company again. */
export function OnboardingActions({ ticket, hasBrand }: { ticket: string; hasBrand: boolean }) {
  const isReceiver = useAuth(({ user }) => user?.userType === 'receiver');
  const navigate = useNavigate();
  const leave = useSignOut(ticket);
  const signOut = () =>
    leave.mutate(undefined, {
      onSettled: () => {
        forgetPasswordKeys();
        void navigate(isReceiver ? '/receiver/login' : '/login', { replace: true });
      },
    });
  return (
    <Flex component="header" gap={4} justify="space-between" align="center" wrap className={styles.header}>
      {hasBrand && <Brand />}
      <Flex gap={4} align="center" className={styles.actions}>
        <LanguageSelect onChoose={showIn} />
        <Button type="text" icon={<LogoutOutlined aria-hidden />} loading={leave.isPending} onClick={signOut}>
          {t('Log Out')}
        </Button>
      </Flex>
    </Flex>
  );
}
