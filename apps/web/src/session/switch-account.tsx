import { routes } from '@tradepost/contracts/routes';
import { Button } from 'antd';
import { send } from '../api/send';
import { useMutation } from '../api/use-mutation';
import { t } from '../i18n/t';
import { leaveBy, signOut } from './auth.store';
import { rememberReturn } from './return-to';

interface SwitchAccountProps {
  /** The page for guests that opens. */
  to: string;
  /** The page that opens after the next sign-in. */
  backTo: string;
}

/** Signs out, so that the account that a link is for can sign in. */
export function SwitchAccount({ to, backTo }: SwitchAccountProps) {
  const leave = useMutation({
    mutationFn: () => leaveBy(() => send(routes.logout, {})),
    // signs out here even when the server cannot be reached
    onSettled: () => {
      rememberReturn(backTo);
      signOut();
      // not a redirect: that of the page, which leads to the sign-in, would win
      window.location.assign(to);
    },
  });
  return (
    <Button loading={leave.isPending} onClick={() => leave.mutate()}>
      {t('Use another account')}
    </Button>
  );
}
