import { routes } from '@tradepost/contracts/routes';
import { Alert, Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { send } from '../../api/send';
import { useMutation } from '../../api/use-mutation';
import { signIn } from '../../session/auth.store';
import { rememberedReturn } from '../../session/return-to';
import { useToast } from '../../ui/notice/use-toast';
import { passwordKeysOf } from '../../vault/password-keys';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

/** For people who signed up because a company invited them: they need none of their own. */
export function JoinInstead({ email }: { email: string }) {
  const navigate = useNavigate();
  const toast = useToast();
  const enter = useMutation({
    mutationFn: async () => {
      const keys = passwordKeysOf(email);
      return keys && (await send(routes.loginReceiver, { email, password: await keys.prove() }));
    },
    // after a reload, the password has to be typed again
    onSuccess: (signedIn) => (signedIn ? signIn(signedIn) : void navigate('/receiver/login')),
    onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
  });
  if (rememberedReturn() !== '/join') return null;
  return (
    <Alert
      type="info"
      showIcon
      title={t('You were invited to a company, and need none of your own.')}
      action={
        <Button type="primary" loading={enter.isPending} onClick={() => enter.mutate()}>
          {t('Open the invitation')}
        </Button>
      }
      className={layout.marginBottom24}
    />
  );
}
