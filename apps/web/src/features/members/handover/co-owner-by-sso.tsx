import { Alert, Button, Flex } from 'antd';
import { useNavigate } from 'react-router-dom';
import { useUser } from '../../../session/auth.store';
import { useSignOut } from '../../../session/use-sign-out';
import { t } from '../../../i18n/t';

/** For a co-owner who has signed in with the company: what co-owners do, also taking the company over, needs a sign-in of the person's own. */
export function CoOwnerBySso() {
  const { sso, roles, email, withoutPassword } = useUser();
  const leave = useSignOut();
  const navigate = useNavigate();
  if (!sso || !roles.includes('co-owner')) return null;
  const toOwn = () => navigate(withoutPassword ? '/password-reset' : '/login');
  // signing out removes this button, and mutate's callbacks with it
  const go = () => void leave.mutateAsync().then(toOwn, toOwn);
  return (
    <Alert
      type="info"
      showIcon
      title={t('Here you have the rights of a manager')}
      description={
        <Flex vertical gap={12} align="flex-start">
          {withoutPassword
            ? t(
                'Your company’s sign-in service opened this session. What co-owners do, such as taking over the company, needs a password that only you know. Set one for {email} with a mailed code, sign in with it, show your security number under Settings › Encryption, and ask the owner to give you the encryption keys again.',
                { email },
              )
            : t(
                'Your company’s sign-in service opened this session. To do what co-owners do, such as taking over the company, sign in with your own password or passkey.',
              )}
          <Button loading={leave.isPending} onClick={go}>
            {withoutPassword ? t('Sign out and set a password') : t('Sign out and use your password')}
          </Button>
        </Flex>
      }
    />
  );
}
