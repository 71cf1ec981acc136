import { Alert, Button } from 'antd';
import { useUser } from '../../session/auth.store';
import { usesVault } from '../../session/may';
import { t } from '../../i18n/t';
import { noKeysText } from '../has-keys';
import { useVaultStore } from '../vault.store';

/** Says that a member has no keys of the company; who can get them sees the number that the owner asks for. */
export function NoKeys() {
  const canGetThem = usesVault(useUser());
  return (
    <Alert
      type="info"
      showIcon
      title={noKeysText}
      description={
        canGetThem && (
          <Button size="small" onClick={() => useVaultStore.setState({ dialog: { kind: 'own-number' } })}>
            {t('Show your security number')}
          </Button>
        )
      }
    />
  );
}
