import { Alert, Button } from 'antd';
import { t } from '../../i18n/t';
import { useVaultStore } from '../vault.store';

const actText = t(
  'Until you unlock them, only the server says which files are end-to-end encrypted, and your record does not show what you do here.',
);

/** Says that the keys are locked, where a screen would otherwise show only what the server says. @param children what that means here */
export function LockedNotice({ children = actText }: { children?: string }) {
  const isLocked = useVaultStore(({ state, refused }) => state === 'locked' && !refused);
  if (!isLocked) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('Your encryption keys are locked')}
      description={children}
      action={
        <Button size="small" onClick={() => useVaultStore.setState({ dialog: { kind: 'open' } })}>
          {t('Unlock')}
        </Button>
      }
    />
  );
}
