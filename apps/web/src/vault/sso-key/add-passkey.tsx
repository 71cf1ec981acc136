import type { StoredPersonKey } from '@tradepost/contracts/encryption/sealed';
import { Alert, Button } from 'antd';
import { useMutation } from '../../api/use-mutation';
import { supportsPasskeys } from '../../passkey/supports-passkeys';
import { t } from '../../i18n/t';
import { addPasskey } from './sso-key';
import { ssoMessage } from './texts';

/** Offers to open the key with a passkey of this device from now on. */
export function AddPasskey({ stored }: { stored: StoredPersonKey }) {
  const add = useMutation({ mutationFn: () => addPasskey(stored) });
  if (!supportsPasskeys()) return null;
  if (add.isSuccess)
    return <Alert type="success" showIcon role="status" title={t('From now on, your passkey opens your key.')} />;
  return (
    <>
      {add.error && <Alert type="error" showIcon role="alert" title={ssoMessage(add.error)} />}
      <Button block loading={add.isPending} onClick={() => add.mutate()}>
        {t('Open it with a passkey from now on')}
      </Button>
    </>
  );
}
